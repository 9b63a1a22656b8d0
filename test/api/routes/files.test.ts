/** Images sent as base64 data URLs: where they are stored, and when they are deleted. */
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { PNG } from 'pngjs'
import { days } from '../../../shared/kernel/time.js'
import { testApi, type TestApi } from '../../support/api.js'
import { decodeQr, pixelAt } from '../../support/decode-qr.js'
import { runJobByName } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://go.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

let images = 0
/** An image that no other test sends. */
function newImage(): { file: Buffer; dataUrl: string } {
  const png = new PNG({ width: 64, height: 64 })
  images += 1
  for (let at = 0; at < png.data.length; at += 4) png.data.set([200, 0, images, 255], at)
  const file = PNG.sync.write(png)
  return { file, dataUrl: `data:image/png;base64,${file.toString('base64')}` }
}

const folder = () => join(api.config.dataDir, 'files')
const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
const age = (name: string) => utimes(join(folder(), name), new Date(Date.now() - days(2)), new Date(Date.now() - days(2)))
const statusOf = async (address: string) => (await fetch(api.url + new URL(address).pathname)).status
const deleteUnused = () => runJobByName(api.resources, 'files.delete-unused')

/** Callers of every operation that accepts an image, with the name of the field. */
async function senders() {
  const owner = await api.make.caller({ role: 'owner' })
  const user = await api.make.user()
  const { headers } = await api.make.session(user)
  const domain = await api.make.domain(owner.workspace)
  const send = (operation: string, field: string, body: object, credentials: object) => ({
    operation,
    field,
    send: (image: string | null) => api.call(operation, { ...credentials, body: { ...body, [field]: image } }),
  })
  const { body: link } = await api.call('POST /links', { key: owner.key, body: { url: 'https://example.com' } })
  const partnerDomain = await api.make.domain(owner.workspace)
  const program = { name: 'Logo', domain: partnerDomain.slug, url: 'https://acme.example/' }
  const { body: created } = await api.call('POST /programs', { key: owner.key, body: program })
  return [
    send('POST /links', 'image', { url: 'https://example.com' }, { key: owner.key }),
    send(`PATCH /links/${link.id}`, 'image', {}, { key: owner.key }),
    send(`PATCH /domains/${domain.slug}`, 'logo', {}, { key: owner.key }),
    send('POST /domains', 'logo', { slug: `logo-${domain.slug}` }, { key: owner.key }),
    send(`PATCH /workspaces/${owner.workspace.id}`, 'logo', {}, { key: owner.key }),
    send('POST /workspaces', 'logo', { name: 'Logo', slug: `logo-${owner.workspace.slug}` }, { headers }),
    send(`PATCH /programs/${created.id}`, 'logo', {}, { key: owner.key }),
    send('PATCH /groups/default', 'logo', {}, { key: owner.key }),
    send('PATCH /groups/default', 'wordmark', {}, { key: owner.key }),
    send('PATCH /user', 'image', {}, { headers }),
  ]
}

test.serial('images and logos sent as data are stored, and stay while a row refers to them', async (t) => {
  for (const { operation, field, send } of await senders()) {
    const { file, dataUrl } = newImage()
    const { status, body } = await send(dataUrl)
    t.true(status < 300, `${operation}: ${JSON.stringify(body)}`)
    t.true(body[field].startsWith(`${api.config.baseUrl}/files/`), operation)
    await age(nameOf(body[field]))
    await deleteUnused()
    const served = await fetch(api.url + new URL(body[field]).pathname)
    t.deepEqual(Buffer.from(await served.arrayBuffer()), file, operation)
    if (!operation.startsWith('PATCH')) continue
    t.is((await send(body[field])).body[field], body[field], `${operation} accepts the address`)
    t.is((await send(null)).status, 200, operation)
    await deleteUnused()
    t.is(await statusOf(body[field]), 404, operation)
  }
})

test.serial('the picture of a new partner is stored', async (t) => {
  const { key, workspace } = await api.make.caller({ role: 'owner' })
  const { slug: domain } = await api.make.domain(workspace)
  await api.call('POST /programs', { key, body: { name: 'Picture', domain, url: 'https://acme.example/' } })
  const email = `picture@${domain}`
  t.is((await api.call('POST /partners', { key, body: { email, image: newImage().dataUrl } })).status, 201)
  const [partner] = (await api.call('GET /partners', { key })).body
  t.is(await statusOf(partner.image), 200)
})

test.serial('data that is no image is rejected', async (t) => {
  for (const { operation, field, send } of await senders()) {
    const { status, body } = await send('data:image/png;base64,AAAA')
    t.is(status, 422, operation)
    t.is(body.error.message, `${field} is not a PNG, JPEG, GIF or WebP file. Send one of these formats as a base64 data URL.`, operation)
  }
})

test.serial('an image without a row stays for a day, because its row may not be committed yet', async (t) => {
  const { key } = await api.make.caller()
  const { dataUrl } = newImage()
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', image: dataUrl } })
  await api.call(`PATCH /links/${link.id}`, { key, body: { image: null } })
  await deleteUnused()
  t.is(await statusOf(link.image), 200)
  // Sending an old image again makes it new.
  await age(nameOf(link.image))
  const { body: other } = await api.call('POST /links', { key, body: { url: 'https://example.com', image: dataUrl } })
  t.is(other.image, link.image)
  t.is((await api.call(`DELETE /links/${other.id}`, { key })).status, 200)
  await deleteUnused()
  t.is(await statusOf(link.image), 200)
  await age(nameOf(link.image))
  await deleteUnused()
  t.is(await statusOf(link.image), 404)
})

test.serial('the remains of an interrupted write are deleted, and images stay after BASE_URL has changed', async (t) => {
  const { key } = await api.make.caller()
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', image: newImage().dataUrl } })
  await api.resources.database.pool.query('update links set image = $2 where id = $1', [
    link.id,
    `https://old.example/files/${nameOf(link.image)}`,
  ])
  const part = `${nameOf(link.image)}.interrupted.part`
  await writeFile(join(folder(), part), 'half')
  await age(part)
  await age(nameOf(link.image))
  await deleteUnused()
  t.is(await statusOf(link.image), 200)
  await t.throwsAsync(utimes(join(folder(), part), new Date(), new Date()), { code: 'ENOENT' })
})

test.serial('a stored logo of a domain is drawn into its QR codes', async (t) => {
  const { key, workspace } = await api.make.caller()
  const domain = await api.make.domain(workspace, { verified: true })
  await api.call(`PATCH /domains/${domain.slug}`, { key, body: { logo: newImage().dataUrl } })
  const response = await fetch(`${api.url}/qr?url=${encodeURIComponent(`https://${domain.slug}/spring`)}`)
  const { picture } = decodeQr(Buffer.from(await response.arrayBuffer()))
  t.regex(pixelAt(picture, 300, 300), /^200,0,/)
})
