/** `npm run webhooks:listen -- --secret whsec_...`: prints and verifies deliveries, for who develops against them. */
import { parseArgs } from 'node:util'
import { listener } from '../listen/listener.js'

const usage = `npm run webhooks:listen -- [--secret whsec_...] [--port 4444] [--status 200]

Prints every delivery that arrives, says whether its signature fits the secret, and answers --status.
The secret may stand in WEBHOOK_SECRET instead. The service must run with ALLOW_PRIVATE_TARGETS=true to reach this machine.`

try {
  const { values } = parseArgs({
    options: {
      secret: { type: 'string' },
      port: { type: 'string', default: '4444' },
      status: { type: 'string', default: '200' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) console.log(usage)
  else listen(values.secret ?? process.env.WEBHOOK_SECRET ?? null, Number(values.port), Number(values.status))
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exitCode = 1
}

function listen(secret: string | null, port: number, status: number): void {
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536) || !(status >= 200 && status < 600))
    throw new Error('--port and --status are numbers.')
  const server = listener({ secret, status, print: console.log })
  server.on('error', (error) => {
    console.error(`Port ${port} can't be listened on: ${error.message}`)
    process.exitCode = 1
  })
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    const at = typeof address === 'object' && address ? address.port : port
    console.log(
      `Listening on http://127.0.0.1:${at}/, answering ${status}${secret === null ? '; nothing is verified without --secret' : ''}. Ctrl-C ends.`,
    )
  })
}
