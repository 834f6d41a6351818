// Lays out what is published below release/out/: the program, the client, the engine, and a package for each platform whose binary is
// in artifacts/. The names are those of names.json; the code keeps its own, npm's aliases lead from one to the other.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseTriple } from "@napi-rs/cli";
import { sourcesHash } from "../native/platform.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "release/out");
const names = json("release/names.json");
const program = json("package.json");
const engine = json("native/package.json");
/** All of them, for a release; where one machine looks at its own package, that one alone will do. */
const partial = process.argv.includes("--partial");

rmSync(out, { recursive: true, force: true });
stageEngine();
stageProgram();
stageClient();
console.log(folders().join("\n"));

function stageEngine() {
  const folder = join(out, "engine");
  const { private: _, napi: settings, ...manifest } = engine;
  copy("native", folder, [...engine.files, "README.md"]);
  write(folder, { ...manifest, name: names.engine, napi: { ...settings, targets: builtTargets() } });
  // Makes npm/<platform>/package.json and README.md of the targets, and puts the binaries there.
  napi(folder, "create-npm-dirs");
  napi(folder, "artifacts", "--output-dir", join(root, "artifacts"), "--npm-dir", "npm");
  const platforms = readdirSync(join(folder, "npm"));
  for (const platform of platforms) stagePlatform(join(folder, "npm", platform), platform);
  rmSync(join(folder, "npm"), { recursive: true });
  for (const stray of readdirSync(folder).filter((file) => file.endsWith(".node"))) rmSync(join(folder, stray));
  const optionalDependencies = Object.fromEntries(
    platforms.flatMap((platform) => Object.entries(onEngine(`-${platform}`))),
  );
  write(folder, { ...manifest, name: names.engine, optionalDependencies });
}

function stagePlatform(made, platform) {
  const folder = join(out, `engine-${platform}`);
  cpSync(made, folder, { recursive: true });
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // By which a checkout knows whether it must build its own.
  write(folder, { ...manifest, sources: sourcesHash() });
}

/** The platforms whose binary is there; in a release all are. */
function builtTargets() {
  const binary = (triple) => `engine.${parseTriple(triple).platformArchABI}.node`;
  const missing = engine.napi.targets.filter((triple) => !existsSync(join(root, "artifacts", binary(triple))));
  if (missing.length > 0 && !partial)
    fail(`artifacts/ has no engine for ${missing.join(", ")}: see release/binary.mjs.`);
  const built = engine.napi.targets.filter((triple) => !missing.includes(triple));
  if (built.length === 0) fail("artifacts/ has no engine: run node release/binary.mjs.");
  return built;
}

function stageProgram() {
  if (!existsSync(join(root, "dist/cli.js"))) fail("dist/ is empty: run npm run build.");
  const folder = join(out, "program");
  const { private: _, scripts: __, workspaces: ___, devDependencies: ____, allowScripts: _____, ...manifest } = program;
  const content = program.files.filter((file) => !file.startsWith("!"));
  copy(".", folder, [...content, "README.md"]);
  write(folder, { ...manifest, name: names.program, dependencies: { ...program.dependencies, ...onEngine("") } });
}

function stageClient() {
  const folder = join(out, "client");
  const { private: _, ...manifest } = json("client/package.json");
  copy("client", folder, ["README.md"]);
  write(folder, { ...manifest, name: names.client });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const args = [compiler, "--project", join(root, "client"), "--outDir", join(folder, "dist")];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) fail(`the client does not compile: ${stdout}`);
}

function copy(from, folder, files) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, from, file), join(folder, file), { recursive: true });
  }
  for (const file of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, file), join(folder, file));
}

/** A dependency on the engine or a package of it: by the name that the code has, to the name it is published under. */
function onEngine(suffix) {
  const [own, published] = [engine.name + suffix, names.engine + suffix];
  return { [own]: own === published ? engine.version : `npm:${published}@${engine.version}` };
}

function napi(cwd, ...args) {
  const cli = join(root, "node_modules/@napi-rs/cli/dist/cli.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) fail(`napi ${args[0]}: ${stdout}${stderr}`);
}

function folders() {
  return readdirSync(out).map((name) => join(out, name));
}

function write(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function json(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

function fail(sentence) {
  console.error(`assay: ${sentence}`);
  process.exit(1);
}
