/** `npm run webhooks:listen -- --secret whsec_...`: prints and verifies deliveries during development. */
import { parseArgs } from 'node:util'
import { createListener } from '../listen/listener.js'

const usage = `npm run webhooks:listen -- [--secret whsec_...] [--port 4444] [--status 200]

Prints every delivery, verifies its signature and responds with --status.
The secret can also be set as WEBHOOK_SECRET. The service needs ALLOW_PRIVATE_TARGETS=true to reach this machine.`

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
    throw new Error('--port must be a number from 0 to 65535 and --status one from 200 to 599.')
  const server = createListener({ secret, status, print: console.log })
  server.on('error', (error) => {
    console.error(`Cannot listen on port ${port}: ${error.message}`)
    process.exitCode = 1
  })
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    const actualPort = typeof address === 'object' && address ? address.port : port
    const warning = secret === null ? ' Signatures are not verified without --secret.' : ''
    console.log(`Listening on http://127.0.0.1:${actualPort}/, responding with ${status}.${warning} Press Ctrl-C to stop.`)
  })
}
