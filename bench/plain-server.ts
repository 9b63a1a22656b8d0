/** Baseline of the redirect benchmark: `node:http` alone, with the same response as the redirect. */
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
