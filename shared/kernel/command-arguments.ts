/** Command lines of operators. */

/**
 * Prints `usage` and exits if help is requested. Otherwise returns the arguments. A command whose output is not read to its end, as by
 * `head`, finishes its work without printing.
 */
export function argumentsOrHelp(usage: string): string[] {
  process.stdout.on('error', () => undefined)
  const given = process.argv.slice(2)
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  return given
}

/** Like `argumentsOrHelp`, for a command without options and with at most `max` arguments: others are refused. */
export function commandArguments(usage: string, max = 0): string[] {
  const given = argumentsOrHelp(usage)
  const unknown = given.find((one, index) => one.startsWith('-') || index >= max)
  if (unknown === undefined) return given
  process.stderr.write(`Unknown argument ${unknown}.\n${usage}\n`)
  process.exit(2)
}
