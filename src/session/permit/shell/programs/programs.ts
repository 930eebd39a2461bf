/** The allow-lists by program. A program that is not here is granted plain operands only. */
import type { Program, Use } from "../program.ts";
import { sevenZip } from "./7z.ts";
import { agentBrowser } from "./agent-browser.ts";
import { awk } from "./awk.ts";
import { aws } from "./aws.ts";
import { basename } from "./basename.ts";
import { bundle } from "./bundle.ts";
import { cargo } from "./cargo.ts";
import { cat } from "./cat.ts";
import { cd } from "./cd.ts";
import { checksum } from "./checksum.ts";
import { closed } from "./closed.ts";
import { cmp } from "./cmp.ts";
import { column } from "./column.ts";
import { comm } from "./comm.ts";
import { command } from "./command.ts";
import { composer } from "./composer.ts";
import { conda } from "./conda.ts";
import { cp } from "./cp.ts";
import { curl } from "./curl.ts";
import { cut } from "./cut.ts";
import { databricks } from "./databricks.ts";
import { date } from "./date.ts";
import { df } from "./df.ts";
import { diff } from "./diff.ts";
import { dirname } from "./dirname.ts";
import { docker } from "./docker.ts";
import { du } from "./du.ts";
import { echo } from "./echo.ts";
import { env } from "./env.ts";
import { eslint } from "./eslint.ts";
import { INTERPRETERS, RUNNERS } from "./executors.ts";
import { fd } from "./fd.ts";
import { file } from "./file.ts";
import { find } from "./find.ts";
import { fly } from "./fly.ts";
import { gcloud } from "./gcloud.ts";
import { gem } from "./gem.ts";
import { gh } from "./gh.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { golangciLint } from "./golangci-lint.ts";
import { gradle } from "./gradle.ts";
import { grep } from "./grep.ts";
import { head } from "./head.ts";
import { helm } from "./helm.ts";
import { interpreters } from "./interpreters.ts";
import { jest } from "./jest.ts";
import { jq } from "./jq.ts";
import { kubectl } from "./kubectl.ts";
import { ls } from "./ls.ts";
import { make } from "./make.ts";
import { mkdir } from "./mkdir.ts";
import { mongosh } from "./mongosh.ts";
import { mv } from "./mv.ts";
import { mysql } from "./mysql.ts";
import { nice } from "./nice.ts";
import { nl } from "./nl.ts";
import { node } from "./node.ts";
import { npm } from "./npm.ts";
import { od } from "./od.ts";
import { paste } from "./paste.ts";
import { pip } from "./pip.ts";
import { pnpm } from "./pnpm.ts";
import { poetry } from "./poetry.ts";
import { prettier } from "./prettier.ts";
import { printf } from "./printf.ts";
import { psql } from "./psql.ts";
import { pytest } from "./pytest.ts";
import { python } from "./python.ts";
import { readlink } from "./readlink.ts";
import { realpath } from "./realpath.ts";
import { rg } from "./rg.ts";
import { rm } from "./rm.ts";
import { rmdir } from "./rmdir.ts";
import { ruff } from "./ruff.ts";
import { runners } from "./runners.ts";
import { sed } from "./sed.ts";
import { seq } from "./seq.ts";
import { shells } from "./shells.ts";
import { sleep } from "./sleep.ts";
import { sort } from "./sort.ts";
import { sqlite3 } from "./sqlite3.ts";
import { stat } from "./stat.ts";
import { stdbuf } from "./stdbuf.ts";
import { systemctl } from "./systemctl.ts";
import { tail } from "./tail.ts";
import { tar } from "./tar.ts";
import { tee } from "./tee.ts";
import { terraform } from "./terraform.ts";
import { test } from "./test.ts";
import { timeout } from "./timeout.ts";
import { touch } from "./touch.ts";
import { tr } from "./tr.ts";
import { tree } from "./tree.ts";
import { tsc } from "./tsc.ts";
import { uniq } from "./uniq.ts";
import { unzip } from "./unzip.ts";
import { uv } from "./uv.ts";
import { vault } from "./vault.ts";
import { vercel } from "./vercel.ts";
import { vitest } from "./vitest.ts";
import { wc } from "./wc.ts";
import { wget } from "./wget.ts";
import { which } from "./which.ts";
import { xxd } from "./xxd.ts";
import { zip } from "./zip.ts";

const ONE: Readonly<Record<string, Program>> = {
  systemctl,
  "7z": sevenZip,
  bundle,
  poetry,
  composer,
  conda,
  gradle,
  gem,
  "agent-browser": agentBrowser,
  awk,
  aws,
  basename,
  cargo,
  cat,
  cd,
  cmp,
  column,
  comm,
  command,
  cp,
  curl,
  cut,
  databricks,
  date,
  df,
  diff,
  dirname,
  docker,
  du,
  echo,
  env,
  eslint,
  fd,
  file,
  find,
  fly,
  gcloud,
  gh,
  git,
  go,
  "golangci-lint": golangciLint,
  grep,
  head,
  helm,
  jest,
  jq,
  kubectl,
  ls,
  make,
  mkdir,
  mongosh,
  mv,
  mysql,
  nice,
  nl,
  node,
  npm,
  od,
  paste,
  pip,
  pnpm,
  prettier,
  printf,
  psql,
  pytest,
  readlink,
  realpath,
  rg,
  rm,
  rmdir,
  ruff,
  sed,
  seq,
  sleep,
  sort,
  sqlite3,
  stat,
  stdbuf,
  tail,
  tar,
  tee,
  test,
  terraform,
  timeout,
  touch,
  tr,
  tree,
  tsc,
  uniq,
  unzip,
  uv,
  vault,
  vercel,
  vitest,
  wc,
  wget,
  which,
  xxd,
  zip,
};

const CLOSED =
  "ssh scp sftp su at batch crontab open xdg-open ed ex vi vim view nvim emacs nano gdb lldb dc bc cpio unrar rar unar jar patch socat nc ncat netcat telnet ftp mail " +
  "less more man nix mise asdf just task rake ansible ansible-playbook dotnet docker-compose buildah service redis-cli az rsync dd";

/** These print nothing but a path, or nothing at all. */
export const NONE: Use = { hidden: "none", operands: "", fed: true };

const named = (names: string, program: Program): [string, Program][] => names.split(" ").map((name) => [name, program]);

export const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ...Object.entries(ONE),
  ...named("egrep fgrep", grep),
  ...named("fdfind", fd),
  ...named("md5sum sha1sum sha256sum sha512sum b2sum cksum shasum", checksum),
  ...named("[", test),
  ...named("gawk mawk nawk", awk),
  ...named("gsed", sed),
  ...named("gtar bsdtar", tar),
  ...named("gmake", make),
  ...named("python python2 python3", python),
  ...named("nodejs", node),
  ...named("bash sh zsh dash", shells),
  ...named("yarn", pnpm),
  ...named("pip3", pip),
  ...named("mariadb", mysql),
  ...named("podman nerdctl", docker),
  ...named("7za 7zr 7zz", sevenZip),
  ...named("pipenv hatch", poetry),
  ...named("mamba micromamba", conda),
  ...named("mvn ./gradlew ./mvnw", gradle),
  ...named("flyctl", fly),
  ...named("hexdump", od),
  ...named("true false : pwd", NONE),
  ...named(INTERPRETERS, interpreters),
  ...named(RUNNERS, runners),
  ...named(CLOSED, closed),
]);

/** The same program without files: it only changes its input. */
function filter(program: Use): Use {
  const options = Object.entries(program.options ?? {}).filter(([key]) => !/=(?:read|output)/.test(key));
  return {
    ...program,
    operands: (program.operands ?? "").replaceAll(/ ?(?:read|output)(?:\.{3}|\?)/g, ""),
    options: Object.fromEntries(options),
  };
}

/** These only print their words or their input, or look at a path, so they may be beside a granted command. */
export const PURE: ReadonlyMap<string, Program> = new Map<string, Program>([
  ["echo", echo],
  ["cd", cd],
  ...named("test [", test),
  ...named("true false : pwd", NONE),
  ["cat", NONE],
  ...Object.entries({ head, tail, wc, sort, uniq, cut, tr, column, nl }).map(
    ([name, use]) => [name, filter(use)] as const,
  ),
  ...named("grep egrep fgrep", filter(grep[0] as Use)),
]);

/** The commands of shells themselves. Without an allow-list they are granted by no `*`, because they change the shell. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    ". : alias autoload bg bind break builtin caller case coproc compgen complete compopt continue declare dirs disown emulate enable eval exec " +
    "exit export fc fg functions getopts hash help history integer jobs kill let limit local logout mapfile noglob popd print pushd r read " +
    "readarray readonly return rehash set setopt shift shopt source suspend times trap type typeset ulimit umask unalias unfunction unlimit " +
    "unset unsetopt vared wait whence zcompile zmodload"
  ).split(" "),
);
