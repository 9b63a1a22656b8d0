/** `npm run import -- dub --token ... --into acme`: moves an account of another service here, by the HTTP interface of the installation. */
import { createInterface } from 'node:readline/promises'
import { argumentsOrHelp } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { connectionMessage } from '../../kernel/connection-message.js'
import { readCredentials } from '../../kernel/credentials.js'
import { parseImportArguments, usage, UsageError } from '../terminal/import-arguments.js'
import { exitCodes, importFromTerminal, type Terminal } from '../terminal/import-from-terminal.js'
import { serviceClient } from '../terminal/service-client.js'

const terminal: Terminal = {
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  print: console.log,
  async confirm(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await lines.question(`${question} [y/N] `)
    lines.close()
    return /^y(es)?$/i.test(answer.trim())
  },
  progress: process.stderr,
}

try {
  const args = parseImportArguments(argumentsOrHelp(usage), process.env)
  const { dataDir, port } = readConfig()
  const ownKey = args.key ?? process.env.API_KEY
  const stored = ownKey === undefined ? await readCredentials(dataDir) : null
  const key = ownKey ?? stored?.apiKey
  if (key === undefined) throw new UsageError('--key is required: an API key of the workspace.')
  const origin = (args.service ?? process.env.BASE_URL ?? `http://localhost:${port}`).replace(/\/+$/, '')
  process.exitCode = await importFromTerminal(serviceClient(origin, key), { ...args, into: args.into ?? stored?.workspace.slug }, terminal)
} catch (error) {
  const { message, cause } = error as Error & { cause?: Error }
  console.error(cause ? `${message}: ${connectionMessage(cause)}` : message)
  process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failed
}
