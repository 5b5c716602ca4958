# Shared by the scripts: a virtual environment beside the checkout, filled from the pinned list.
# Sourced with the project's folder as the current one.

find_python() {
  for candidate in "${PYTHON:-}" python3.11 python3.12 python3.13 python3 python; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return 0
    fi
  done
  echo "Python 3.11 or newer is needed; set PYTHON to its path." >&2
  return 1
}

# install_requirements LIST: make .venv (or $VENV) if it is missing and install LIST when it changed.
# In a subshell: the caller's own $python and $venv stay as they are.
install_requirements() (
  list=$1
  venv=${VENV:-.venv}
  python=$(find_python)
  if [ ! -x "$venv/bin/python" ]; then
    echo "Creating $venv …"
    "$python" -m venv --without-pip "$venv"
  fi
  stamp=$venv/.installed-$(basename "$list" .txt)
  if ! cmp -s "$list" "$stamp"; then
    echo "Installing $list …"
    # The Python's own pip is at hand; giving the environment one takes longer than many a package.
    if "$python" -m pip --python "$venv/bin/python" --version >/dev/null 2>&1; then
      set -- "$python" -m pip --python "$venv/bin/python"
    else
      "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$venv/bin/python" -m ensurepip >/dev/null
      set -- "$venv/bin/python" -m pip
    fi
    # Python compiles what it imports, which is a part of what is installed.
    "$@" install --quiet --disable-pip-version-check --no-compile --require-hashes -r "$list"
    cp "$list" "$stamp"
  fi
)

# read_var_dir FILE: the folder of data as the site itself reads it, with blanks and # in its name.
read_var_dir() {
  "${VENV:-.venv}/bin/python" -c 'import environ, os, sys
environ.Env.read_env(sys.argv[1], encoding="utf-8-sig")
print(os.environ.get("VAR_DIR", ""))' "$1"
}

# read_setting NAME FILE: what a file like .env says of a name; the last line counts, as for the site.
read_setting() { sed -n "s/^[[:space:]]*\(export \)\{0,1\}$1=[\"']\{0,1\}\([^\"'#]*\).*/\2/p" "$2" 2>/dev/null | tail -n 1 | tr -d '\r '; }
