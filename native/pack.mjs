// Makes the platform package of this machine in native/npm/: the binary, and the hash of the sources it was built from,
// by which build.mjs knows whether it fits. To be run after a build, once on each platform that is released.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { localBinary, native, platform, sourcesHash } from "./platform.mjs";

const { name, version, license, engines } = JSON.parse(readFileSync(join(native, "package.json"), "utf8"));
const [os, cpu, abi] = platform().split("-");
const binary = basename(localBinary());
const libc = { gnu: ["glibc"], musl: ["musl"] }[abi];
const manifest = {
  name: `${name}-${platform()}`,
  version,
  license,
  engines,
  os: [os],
  cpu: [cpu],
  ...(libc && { libc }),
  main: binary,
  files: [binary],
  sources: sourcesHash(),
};

const folder = join(native, "npm", platform());
mkdirSync(folder, { recursive: true });
copyFileSync(localBinary(), join(folder, binary));
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(folder);
