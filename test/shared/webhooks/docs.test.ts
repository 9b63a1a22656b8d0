/** The example receiver in the documentation works as documented. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { signedHeaders, signingKey } from '../../../shared/webhooks/delivery/signature.js'
import { sampleEventData } from '../../../shared/webhooks/samples.js'
import { newSecret } from '../../../shared/webhooks/secret.js'
import { freePort } from '../../support/installation.js'
import { repositoryRoot } from '../../support/source-tree.js'
import { waitUntil } from '../../support/wait-until.js'

// Inside the repository, so that its imports resolve.
const file = join(repositoryRoot, 'dist', 'example-receiver.mjs')
let child: ChildProcess | undefined
test.after.always(async () => {
  child?.kill()
  await rm(file, { force: true })
})

test('the example in docs/webhooks.md accepts a signed delivery once and rejects an unsigned one', async (t) => {
  const code = /```js\n([^]*?)```/.exec(await readFile(join(repositoryRoot, 'docs/webhooks.md'), 'utf8'))?.[1] as string
  await writeFile(file, code)
  const [secret, port] = [newSecret(), await freePort()]
  let printed = ''
  child = spawn(process.execPath, [file], { env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret } })
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const body = JSON.stringify({
    id: 'evt_1',
    event: 'sale.created',
    createdAt: '2026-01-01T00:00:00.000Z',
    data: sampleEventData['sale.created'],
  })
  const send = async (by: string) =>
    (
      await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: signedHeaders([signingKey(by)], 'evt_1', Buffer.from(body), new Date()),
      })
    ).status
  t.is(await waitUntil(() => send(secret).catch(() => null)), 204)
  t.is(await send(secret), 204)
  t.is(await send(newSecret()), 401)
  await waitUntil(() => printed)
  t.is(printed, 'sale.created https://go.example/spring\n')
})
