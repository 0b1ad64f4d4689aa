// Every script imports this first, so that an old Node.js ends with a clear message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Vedette needs Node.js 20.19 or newer, and this is ${process.version}. Get one from https://nodejs.org`,
  );
  process.exit(1);
}
