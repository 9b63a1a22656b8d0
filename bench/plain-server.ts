/** What the redirect is measured against: `node:http` and nothing else, with the answer that the redirect gives. */
import { createServer } from 'node:http'

const headers = [
  'X-Powered-By',
  'Tributary',
  'Location',
  process.env.ANSWER_LOCATION ?? '',
  'Set-Cookie',
  process.env.ANSWER_COOKIE ?? '',
  'Content-Length',
  '0',
]

createServer((_, response) => {
  response.writeHead(302, headers)
  response.end()
}).listen(Number(process.env.PLAIN_PORT), '127.0.0.1', () => process.send?.('ready'))
process.on('SIGTERM', () => process.exit(0))
