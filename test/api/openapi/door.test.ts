import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import Koa from 'koa'
import { describe } from '../../../api/openapi/describe.js'
import { descriptionMount } from '../../../api/openapi/door.js'
import { errorCodes } from '../../../shared/kernel/errors.js'

const document = describe([], [], { baseUrl: 'https://links.example' })
const server = createServer(new Koa().use(descriptionMount(() => document).middleware).callback())
const get = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { redirect: 'manual', ...init })

test.before(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
test.after.always(() => void server.close())

test('the description is JSON that may be kept until the next deployment', async (t) => {
  const answer = await get('/api')
  t.is(answer.status, 200)
  t.is(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  t.is(answer.headers.get('cache-control'), 'public, max-age=31536000')
  t.is(answer.headers.get('cdn-cache-control'), 'public, s-maxage=31536000')
  t.deepEqual(await answer.json(), JSON.parse(JSON.stringify(document)))
})

test('the description answers HEAD, and nothing but reading', async (t) => {
  t.is((await get('/api', { method: 'HEAD' })).status, 200)
  t.is((await get('/api', { method: 'POST' })).status, 404)
})

test('the reference loads nothing from outside and runs nothing inline', async (t) => {
  const answer = await get('/docs')
  const page = await answer.text()
  const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string)
  t.true(sources.length > 3)
  t.deepEqual(
    sources.filter((address) => /^(\w+:|\/)/.test(address)),
    [],
  )
  t.notRegex(page, /<script(?![^>]*src=)|<style|\son\w+=/)
  t.regex(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self';/)
})

test('every file that the reference names is served', async (t) => {
  const page = await (await get('/docs')).text()
  for (const [, address] of page.matchAll(/(?:src|href)="(docs[^"]+)"/g)) {
    const file = await get(`/${address}`)
    t.is(file.status, 200, address)
    t.true((await file.arrayBuffer()).byteLength > 100, address)
  }
})

test('a file of the reference may be kept for ever, because its address names its version', async (t) => {
  const page = await (await get('/docs')).text()
  const answer = await get(`/${/docs\/swagger-ui\.css\?v=[\d.]+/.exec(page)?.[0]}`)
  t.is(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  t.is(answer.headers.get('content-type'), 'text/css; charset=utf-8')
})

test('the reference does not ask the validator of somebody else', async (t) => {
  t.regex(await (await get('/docs/start.js')).text(), /validatorUrl: null/)
})

test('every error code has a place on the page of errors', async (t) => {
  const page = await (await get('/docs/errors')).text()
  for (const code of errorCodes) t.true(page.includes(`id="${code.replaceAll('_', '-')}"`), code)
})

test('a slash too many leads to the reference', async (t) => {
  const answer = await get('/docs/')
  t.is(answer.status, 302)
  t.is(answer.headers.get('location'), '../docs')
})

test('no other file of the package is served', async (t) => {
  for (const path of ['/docs/package.json', '/docs/index.html', '/docs/..%2fpackage.json', '/docs/swagger-ui-bundle.js.map'])
    t.is((await get(path)).status, 404, path)
})
