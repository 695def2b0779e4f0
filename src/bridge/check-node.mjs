const [neededMajor, neededMinor] = [20, 19];

/** Ends the program with a message if this version of Node is too old. It is plain JavaScript, so that it runs on any Node. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
    process.stderr.write(
      `Offcut needs Node ${neededMajor}.${neededMinor} or newer, but this is ${process.versions.node}. Install a newer version from nodejs.org.\n`,
    );
    process.exit(1);
  }
}
