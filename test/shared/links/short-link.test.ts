import test from 'ava'
import { readConfig } from '../../../shared/kernel/config.js'
import { qrCodeOf, shortLinkOf } from '../../../shared/links/short-link.js'

for (const [env, domain, key, link] of [
  [{}, 'localhost', 'abc', 'http://localhost:3000/abc'],
  [{}, 'localhost', '_root', 'http://localhost:3000'],
  [{}, 'go.example', 'a/b', 'https://go.example/a/b'],
  [{}, 'go.example', '_root', 'https://go.example'],
  [{ BASE_URL: 'https://links.example' }, 'links.example', 'abc', 'https://links.example/abc'],
  [{ BASE_URL: 'http://10.0.0.7:8080/' }, '10.0.0.7', 'abc', 'http://10.0.0.7:8080/abc'],
  [{ BASE_URL: 'http://api.example:8080', SHORT_DOMAIN: 's.example' }, 's.example', 'abc', 'https://s.example/abc'],
  [{ BASE_URL: 'http://api.example:8080', SHORT_DOMAIN: 's.example' }, 'api.example', 'abc', 'https://api.example/abc'],
] as const) {
  test(`the short link of ${key} on ${domain} with ${JSON.stringify(env)} is ${link}`, (t) => {
    const config = readConfig(env)
    t.is(shortLinkOf(config, domain, key), link)
    t.true(URL.canParse(link))
    t.is(qrCodeOf(config, link), `${config.baseUrl}/qr?url=${link}?qr=1`)
  })
}
