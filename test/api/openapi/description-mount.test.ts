import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import Koa from 'koa'
import { buildOpenApiDocument } from '../../../api/openapi/build-document.js'
import { descriptionMount } from '../../../api/openapi/description-mount.js'
import { errorCodes } from '../../../shared/kernel/errors.js'

const document = buildOpenApiDocument([], [], { baseUrl: 'https://links.example' })
const server = createServer(new Koa().use(descriptionMount(() => document).middleware).callback())
const get = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { redirect: 'manual', ...init })

test.before(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
test.after.always(() => void server.close())

test('the document is JSON that may be cached until the next deployment', async (t) => {
  const response = await get('/api')
  t.is(response.status, 200)
  t.is(response.headers.get('content-type'), 'application/json; charset=utf-8')
  t.is(response.headers.get('cache-control'), 'public, max-age=31536000')
  t.is(response.headers.get('cdn-cache-control'), 'public, s-maxage=31536000')
  t.deepEqual(await response.json(), JSON.parse(JSON.stringify(document)))
})

test('the document can only be read, also with HEAD', async (t) => {
  t.is((await get('/api', { method: 'HEAD' })).status, 200)
  t.is((await get('/api', { method: 'POST' })).status, 404)
})

test('the reference page loads nothing from other hosts and has no inline scripts or styles', async (t) => {
  const response = await get('/docs')
  const page = await response.text()
  const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string)
  t.true(sources.length > 3)
  t.deepEqual(
    sources.filter((address) => /^(\w+:|\/)/.test(address)),
    [],
  )
  t.notRegex(page, /<script(?![^>]*src=)|<style|\son\w+=/)
  t.regex(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self';/)
})

test('every file that the reference page uses is served', async (t) => {
  const page = await (await get('/docs')).text()
  for (const [, address] of page.matchAll(/(?:src|href)="(docs[^"]+)"/g)) {
    const file = await get(`/${address}`)
    t.is(file.status, 200, address)
    t.true((await file.arrayBuffer()).byteLength > 100, address)
  }
})

test('a file of the reference page may be cached forever, because its URL contains its version', async (t) => {
  const page = await (await get('/docs')).text()
  const response = await get(`/${/docs\/swagger-ui\.css\?v=[\d.]+/.exec(page)?.[0]}`)
  t.is(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  t.is(response.headers.get('content-type'), 'text/css; charset=utf-8')
})

test('the reference page does not call an external validator', async (t) => {
  t.regex(await (await get('/docs/start.js')).text(), /validatorUrl: null/)
})

test('every error code has an anchor on the error page', async (t) => {
  const page = await (await get('/docs/errors')).text()
  for (const code of errorCodes) t.true(page.includes(`id="${code.replaceAll('_', '-')}"`), code)
})

test('a trailing slash redirects to the reference page', async (t) => {
  const response = await get('/docs/')
  t.is(response.status, 302)
  t.is(response.headers.get('location'), '../docs')
})

test('no other file of the package is served', async (t) => {
  for (const path of ['/docs/package.json', '/docs/index.html', '/docs/..%2fpackage.json', '/docs/swagger-ui-bundle.js.map'])
    t.is((await get(path)).status, 404, path)
})
