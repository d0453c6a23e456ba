"""The lines that builds and installs write, told by what they are worth: progress, steps, results."""

from knapsack_cli.text.lazy_patterns import lazy

_PROGRESS = lazy(
    r"[ \t]*(?:"
    # rulers, bars and layers
    r"[-=_*#~.━─]{4,}[ \t]*$|[━╸╺▰▱█▒░ |#=>.-]{12,}[^\n]{0,80}$|sha256:[0-9a-f]{6,}(?: |$)|extracting sha256"
    r"|[0-9a-f]{12}: (?:Pulling|Waiting|Download|Verifying|Pull complete|Already exists|Extracting"
    r"|Preparing|Layer"
    r"|Pushed|Pushing|Mounted)|transferring (?:context|dockerfile)|\[(?:[\w.-]+ )?internal\] "
    r"|resolve \S+@sha256|\.\.\.$"
    r"|reading from stdin"
    r"|DONE \d|CACHED$|exporting (?:layers|manifest|config)|preparing layers|naming to \S+ done$|---> "
    r"|Removing intermediate"
    # make, cmake, autoconf
    r"|g?make(?:\[\d+\])?: (?:Entering|Leaving) directory|-- (?:Detecting|Check for working"
    r"|Performing Test|Looking for"
    r"|Check size of|Check if)|checking [^\n]{1,200}\.\.\.(?! ?no$)|configure: creating"
    r"|config\.status: creating"
    r"|Scanning dependencies of|Consolidate compiler|Dependencies file|\S+CMakeLists\.txt\(\d+\):  "
    # Java
    r"|(?:Downloading|Downloaded|Progress) (?:from |\(\d+\)|https?://)|(?:Downloading"
    r"|Download) https?://|Finished at:"
    r"|(?:Deleting|Installing|Copying|Nothing to compile|No sources|skip non existing|Using '"
    r"|Generating flattened|Building jar)"
    r"(?: \S|$)[^\n]{0,40}(?:/|\\|\btarget\b|resource|compile|encoding|POM|$)"
    r"|> (?:Task|Configure project) :\S*(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$"
    r"|:[\w:.-]+(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$"
    r"|(?:Note: |\S{1,300}: )?Recompile with -Xlint"
    # MSBuild
    r"|For [Ss]earch[Pp]ath |Considered \S[^\n]{0,300},? but |HintPath attribute not found"
    # more of Java
    r"|\.{5,}10%\.|- (?:Support for|Faster|Better) \S"
    r"|<-+> \d|Starting a Gradle Daemon|\S+ .{0,80}\.{2,} SUCCESS \[|\S.{0,80} SUCCESS \[ *\d"
    r"|Welcome to Gradle|Here are the highlights|For more details see https://docs\.gradle"
    r"|Daemon will be stopped"
    # Python
    r"|(?:Collecting|Using cached|Obtaining dependency|Requirement already satisfied:"
    r"|Requirement already up-to-date"
    r"|Installing collected packages:|Created wheel for|Stored in directory:|Attempting uninstall:"
    r"|Found existing installation"
    r"|Uninstalling \S+:|Looking in (?:indexes|links)|Saved \S+\.whl\.metadata|Link requires"
    r"|Building wheels? for collected"
    r"|Resolving dependencies|Updating dependencies|Writing lock file|Running setup\.py"
    r"|Processing \S+\.(?:whl|tar\.gz|zip)|changing mode of|Using pip \d)"
    r"|Downloading \S+\.(?:whl|tar\.gz|zip|metadata)|(?:Installing|Getting|Preparing|Building|Checking"
    r"|Running)"
    r" [^\n]{1,80}(?:: started|finished with status 'done'|\.\.\. done|: finished with status 'done')$"
    r"|Preparing metadata \(|Building wheel for \S+ \(\S+\)(?:: started|: finished with status 'done')?$"
    r"|running (?:build|bdist|egg_info|install|dist_info)\w*$|writing (?:\S+$|[\w -]{1,40} to \S+$)"
    r"|(?:reading|writing) manifest|adding license file|no previously-included|warnings?\.warn\(|!!$"
    # Debian, Alpine, Fedora
    r"|\d{1,4} (?:https?://|/var/lib/dpkg/status)|Version table:"
    r"|(?:Get|Hit|Ign):\d+ \S|Reading (?:package lists|state information|database)"
    r"|Building dependency tree|Selecting previously"
    r"|Preparing to unpack|Unpacking \S+ \([^()]*\) \.\.\.|\(Reading database|Processing triggers for"
    r"|Fetched \d|fetch https?://"
    r"|Scanning processes|Creating config file|update-alternatives: using|Extracting templates"
    r"|Preconfiguring packages"
    r"|debconf: (?:delaying|unable|falling|\()|(?:Verifying|Preparing|Cleanup) +: |Running (?:transaction"
    r"|scriptlet)|Transaction (?:test|check)"
    r"|Dependencies resolved|Last metadata expiration|\d+:/?\d* +\d|Downloading Packages:"
    r"|Adding (?:user|group|system)|\(\d+/\d+\): \S+\.rpm"
    # PlatformIO
    r"|(?:Compiling|Archiving|Indexing|Linking|Building) \.pio/\S"
    # Homebrew
    r"|==> (?:Fetching|Downloading|Already downloaded:?|Pouring|Installing \S+ dependency:) \S"
    r"|#{4,}[ #]{0,80}\d[\d.]*%$|Already downloaded: "
    # Bazel
    r"|\[[\d,]+ / [\d,]+\] |Loading: |Analyzing: "
    # Node, Ruby, PHP, Go, Rust
    r"|(?:npm (?:http|timing|sill|verb|info)|npm warn using --force|\[\d/\d\] (?:🔍|🚚|🔗|🔨|Resolving"
    r"|Fetching|Linking|Building|Validating))"
    r"|➤ YN0000: [┌└]|➤ YN0013|Progress: resolved|Packages: [+-]|\+{3,}$|\d+ packages? are looking"
    r"|run `npm fund`"
    r"|(?:Using|Fetching) \S+ \d[\w.]*(?: |$)|Fetching gem metadata|- (?:Downloading|Locking|Syncing) \S"
    r"|(?:Updating|Fetching) (?:crates\.io|git repository|index|registry)|Locking \d+ packages"
    r"|Downloaded \S+ v\d"
    r"|Downloading crates|Blocking waiting for file lock|(?:Fresh|Dirty|Checking|Compiling|Running"
    r"|Doc-tests) \S+ v?\d[^\n]*$"
    # continuous integration
    r"|\[Pipeline\] (?!\{ \()| > git |Running in Durability level"
    r"|##\[(?:endgroup|debug|group\]Run actions/|group\]Runner|group\]Operating|group\]Virtual"
    r"|group\]GITHUB_TOKEN|group\]Fetching"
    r"|group\]Setting up|group\]Getting|group\]Initializing|group\]Checking|group\]Disabling"
    r"|group\]Determining|group\]Removing)"
    r"|Current runner version|\[command\]|Prepare (?:workflow|all required)|Getting action download"
    r"|Download action repository"
    r"|Post job cleanup|Cleaning up orphan|Temporarily overriding HOME|Adding repository directory"
    r"|/usr/bin/git |git config --local"
    r"|Evaluate and set job|Uploading artifacts|section_(?:start|end):|Preparing the \""
    r"|Getting source from Git"
    r"|Syncing repository|git version|Cache (?:restored|saved|hit|not found)|remote: (?:Enumerating"
    r"|Counting|Compressing|Total)"
    r"|(?:Receiving|Resolving|Unpacking|Writing|Counting|Compressing|Updating) (?:objects|deltas|files)"
    r")"
)
_STEP = lazy(
    r"[ \t]*(?:(?:CompileC|CompileSwift\w*|Swift(?:Compile|Driver|EmitModule)\w*|Ld|Libtool|CodeSign"
    r"|CpResource|CpHeader"
    r"|ProcessInfoPlistFile|PhaseScriptExecution|WriteAuxiliaryFile|MkDir|Touch|builtin-\w+"
    r"|CreateBuildDirectory"
    r"|GenerateDSYMFile|Ditto|ProcessProductPackaging\w*|RegisterExecutionPolicyException|Validate|SymLink"
    r"|CompileAssetCatalog|CompileStoryboard|LinkStoryboards|CopySwiftLibs|CopyPlistFile"
    r"|ExtractAppIntentsMetadata) \S|\[ *\d+%\] (?:Building|Generating|Automatic|Running|Creating"
    r"|Copying|Performing)"
    r"|\[\d+/\d+\] (?!Linking)"
    r"|\[ *\d+%\] Linking|(?:CC|CXX|LD|AR|AS|HOSTCC|CCLD|OBJCOPY|GEN|VDSO|RANLIB|INSTALL|UPD"
    r"|MKDIR)(?:\(target\))? {1,12}\S"
    r"|libtool: (?:compile|link)|/bin/(?:sh|bash) \S*libtool|--- \S+:\S+|> Transform "
    r"|Building \S.{0,200} \[\d+/\d+\]$"
    r"|-+< \S+ >-+|-+\[ \S+ \]-+|\S.{0,200} (?:\[(?:jar|pom|war|bundle|ear)\]|SKIPPED)$"
    r"|checking \S[^\n]* no$|npm (?:warn|WARN) deprecated|warning \S+ > |[+~-] \S+==|Bundling"
    r"|Copying file from|Target \w+:"
    r"|Done building |\S{1,200}:\d{1,6}: (?:update )?target ')"
)
_RESULT = lazy(
    r"[ \t]*(?:Installed: \S|Candidate: \S|\*\*\* \S+ -?\d+$|\*\* [A-Z]+ [A-Z]+ \*\*|BUILD (?:SUCCESS|FAIL)"
    r"|Build (?:FAILED|succeeded|completed"
    r"|finished|files have been)"
    r"|\[100%\] Built target|\[ *\d+%\] Built target"
    r"|Total time:|Tests run:|COMPILATION ERROR|\d+ actionable tasks|-- (?:Configuring (?:done"
    r"|incomplete)|Generating done|Build files"
    r"|The \S+ compiler identification|Found |Could NOT find )|Successfully (?:installed|built|tagged"
    r"|uninstalled|downloaded|created)"
    r"|(?:added|removed|changed|audited|up to date)\b[^\n]{0,120}packages?|found \d+ vulnerabilit"
    r"|\d+ (?:\w+ )*vulnerabilit"
    r"|Saved \S|Need to get|After this operation|\d+ (?:upgraded|newly installed)"
    r"|\d+ packages? upgraded|Removing \S+ \("
    r"|Unpacking \S+ \([^()]*\) over|The following |Installed:$|Upgraded:$|Removed:$|Complete!|OK: \d+"
    r"|Bundle complete|Bundle updated"
    r"|(?:Resolved|Prepared|Installed|Uninstalled|Audited|Checked) \d+ packages?|Package operations:"
    r"|Lock file operations:"
    r"|- (?:Upgrading|Downgrading|Removing|Updating|Installing) \S|[•-] (?:Updating|Removing"
    r"|Downgrading) \S|Generating (?:optimized )?autoload"
    r"|Finished [`\w]|Installed package|Installing \S+/bin|\[[^\]\n]{1,80} \d+/\d+\] (?:FROM|RUN|COPY"
    r"|ADD|WORKDIR|ENV|ARG|USER)|(?:\[\d+/\d+\] )?STEP \d+/\d+: \S"
    r"|\[[^\]\n]{1,80}\] (?:RUN|COPY|FROM|ADD|WORKDIR)|Step \d+/\d+ :|CANCELED|writing image|naming to"
    r"|Digest: sha256|Status: |exporting to"
    r"|Job (?:succeeded|failed)|##\[(?:error|warning|group\]Run )|Deprecated Gradle features"
    r"|Reason: |nothing to do|.*Nothing to be done"
    r"|INFO: pip is looking at|Done in |✨|➤ YN0000: (?:Done|Failed)|Summary$|=+ .* =+$"
    r"|Process Exit Code|Compiled with )"
)
_HELP = lazy(
    r"[ \t]*(?:To see the full stack trace|Re-run Maven using|For more information about the errors"
    r"|\[Help \d+\] http|> Run with --|\* Try:$"
    r"|Run with --(?:stacktrace|info|debug|scan)|> Get more help at|Get more help at"
    r"|You can use '--warning-mode|For more on this, please refer"
    r"|npm (?:error|ERR!) (?:A complete log|\S*/_logs/\S*debug)"
    r"|\+ (?:~+$|CategoryInfo +: NotSpecified|FullyQualifiedErrorId : NativeCommandError)"
    r"|note: This (?:error originates|is an issue)"
    r"|hint: See above for|\[notice\]|WARNING: (?:Running pip as|apt does not have)|See also \")"
)
_FAILED = lazy(
    r"[ \t]*(?![ \t])(?:g?make(?:\[\d+\])?: \*\*\*|ninja: |FAILED|nmake|.*(?:undefined reference"
    r"|multiple definition|ld returned|cannot find -l"
    r"|linker command failed|unresolved external|Undefined symbols|did not complete successfully"
    r"|Command failed|exit (?:code|status) [1-9]"
    r"|exited with code [1-9]| FAILED$|Failed to execute goal|Could not resolve|conflict)|FAILURE: "
    r"|\* What went wrong|ERROR:|ERROR [\d\[]|error:|E: |W: "
    r"|npm (?:error|ERR!)|gyp ERR!|Error: |error An unexpected|error Command|Caused by|CMake (?:Error"
    r"|Warning)"
    r"|\[ERROR\]|× |│ exit|╰─>|Err:\d|ERR_PNPM|panic:)"
)
_LISTED = (
    ("poured", lazy(r"🍺[ \t]+\S{1,200}/Cellar/(?P<value>[^\s:]{1,200}):")),
    ("packed", lazy(r"npm notice {1,4}[\d.]+ ?[kMG]?B +(?P<value>\S+)[ \t]*$")),
    ("set up", lazy(r"Setting up (?P<value>\S+ \([^()]*\))")),
    ("installed", lazy(r"\(\d+/\d+\) (?P<value>(?:Installing|Upgrading|Purging) \S+ \([^()]*\))")),
    ("installed", lazy(r"[ \t]*(?:Rei|I)nstalling +: (?P<value>\S+)")),
    ("upgraded", lazy(r"[ \t]*(?:Upgrading|Updating|Downgrading) +: (?P<value>\S+)")),
    ("removed", lazy(r"[ \t]*(?:Erase|Erasing|Removing) +: (?P<value>\S+)")),
    ("installed", lazy(r"[ \t]*(?:[-•] )?Installing (?P<value>\S+ (?:\(v?\d[^()]*\)|\d\S*))")),
    ("installed", lazy(r"[ \t]*[+] (?P<value>@?[\w./-]+(?:==| )v?\d\S*)$")),
    ("removed", lazy(r"[ \t]*[-] (?P<value>@?[\w./-]+(?:==| )v?\d\S*)$")),
    ("added", lazy(r"[ \t]+Adding (?P<value>\S+ v\d\S*)")),
    ("downloaded", lazy(r"go: (?:downloading|added|finding) (?P<value>\S+ v\S+)")),
)
_PROOF = lazy(
    r"[ \t]*(?:(?:Installed|Candidate): \S|Version table:|g?make(?:\[\d+\])?: (?:\*\*\*|Entering"
    r"|Leaving|Nothing)|\[ *\d+%\] (?:Building|Linking"
    r"|Built)|\[\d+/\d+\] \S"
    r"|-- (?:Configuring|Generating|The \S+ compiler|Detecting|Build files)|CMake (?:Error|Warning)"
    r"|ninja: |The Meson build system"
    r"|BUILD (?:SUCCESS|FAILURE|FAILED)|> Task :|Building \S+ .*\[\d+/\d+\]|--- \S+:\S+ \("
    r"|Scanning for projects"
    r"|npm (?:warn|WARN|error|ERR!|notice) |(?:added|changed|removed|up to date)\b.{0,80} packages?\b"
    r"|yarn (?:install|add) v|➤ YN0|Progress: resolved"
    r"|Collecting \S|Requirement already satisfied|Successfully (?:installed|built|downloaded|tagged)"
    r"|Installing collected packages|Installing build dependencies|Getting requirements to build"
    r"|Preparing metadata \(|Building wheels? for|error: subprocess-exited-with-error"
    r"|running (?:build|bdist|egg_info|install|dist_info)\w*$"
    r"|(?:Resolved|Prepared|Installed|Audited) \d+ packages? in|Package operations:"
    r"|Reading package lists|(?:Get|Hit|Err):\d+ \S|Setting up \S+ \("
    r"|Selecting previously|E: |\(\d+/\d+\) (?:Installing|Upgrading) |Dependencies resolved"
    r"|Last metadata|Verifying +: "
    r"|(?:\[\d+/\d+\] )?STEP \d+/\d+: |==> (?:Pouring|Fetching|Downloading) \S"
    r"|INFO {1,6}-  (?:Clean|Build)ing |(?:Compiling|Archiving|Indexing|Linking) \.pio/\S"
    r"|#\d+ (?:\[|DONE|CACHED|ERROR|transferring)|Step \d+/\d+ :|[0-9a-f]{12}: Pull|(?:Fetching"
    r"|Installing|Using) \S+ \d+\.\d|- (?:Installing|Downloading) \S+/\S+ \("
    r"|\[Pipeline\] "
    r"|Compiling \S+ v\d|Downloaded \S+ v\d|##\[(?:group|endgroup|error|section)\]|section_(?:start"
    r"|end):|Build (?:FAILED|succeeded)"
    r"|Analyzing: |INFO: (?:Build|Analyzed|Found \d+ target)|go: downloading|checking (?:for"
    r"|whether) \S|libtool: |  (?:CC|LD|AR|CXX) +\S"
    r"|FAILURE: Build failed|Buildfile: |CompileSwift\w* |CompileC |CodeSign /|\*\* [A-Z]+ [A-Z]+ \*\*"
    r"|:[\w:]+(?: UP-TO-DATE)?$|Target \w+:$|Project \"|\S+ -> \S+\.(?:dll|exe)$"
    r"|Restored? \S+proj|\S{1,200}:\d{1,6}: (?:update )?target ')"
)
_COMMAND = lazy(
    r"[ \t]*(?:\S*[/\\])?(?:(?:[\w.]+-)*(?:gcc|g\+\+)|cc|c\+\+|clang|clang\+\+)(?:-\d+)? "
    r"[^\n]{0,280}? ?-[coI] ?\S"
)
_WARNED = lazy(
    r"(?:[\w-]{1,40}: )?[ \t]*(?:\[?(?:warning|warn|WARN|WARNING|Warning|W|DEPRECATION)\]?[: ]|⚠"
    r"|npm (?:warn|WARN)|\S+Warning: |➤ YN00(?:02|60|86))"
)

_PASSED = lazy(r"(?:\[\w+\] )?Tests run: \d+, Failures: 0, Errors: 0, Skipped: 0, Time elapsed:")
"""A class whose tests all passed."""
NOISE = 0
STEP = 1
RESULT = 2
FAILED = 3
WARNED = 4
OTHER = 5


def class_of(text: str) -> int:
    """What a line of a build or an install is worth."""
    short = text.lstrip(" \t")[:400]
    if _FAILED.match(short):
        return NOISE if _HELP.match(short) else FAILED
    if _RESULT.match(short):
        return STEP if _PASSED.match(short) else RESULT
    if _PROGRESS.match(short) or _HELP.match(short):
        return NOISE
    if _STEP.match(short):
        return STEP
    if _WARNED.match(short):
        return WARNED
    return OTHER


def step_shape(text: str) -> str:
    """What makes two steps alike: what is done, not to what."""
    words = text.split(None, 3)
    if text.startswith(("---", "-<", "-[")):
        return "step ---"
    if text.endswith(" SKIPPED"):
        return "step SKIPPED"
    if text.endswith(("[jar]", "[pom]", "[war]", "[bundle]")):
        return "step module"
    if text.startswith("["):
        rest = text[text.find("]") + 1 :].split(None, 2)
        return f"step [] {' '.join(rest[:1])}"
    if " target '" in text[:240] and words[0].endswith(":"):
        return "step target"
    if words[0] == "npm":
        return ""
    return f"step {words[0]}"


def listed(text: str) -> tuple[str, str] | None:
    """The list that a line belongs to and what it adds to it (a package with its version), or None."""
    for name, pattern in _LISTED:
        match = pattern.match(text)
        if match is not None:
            return name, match["value"]
    return None


def is_proof(text: str) -> bool:
    """Whether only a build or an install writes such a line."""
    if text[:40].isspace():
        return False
    return _PROOF.match(text[:300]) is not None


def is_command(text: str) -> bool:
    """Whether it is a compiler's command, as make shows it."""
    return _COMMAND.match(text[:300]) is not None
