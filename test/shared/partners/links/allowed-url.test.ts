import test from 'ava'
import { isAllowedUrl } from '../../../../shared/partners/links/allowed-url.js'

const links = [
  { domain: 'home.example', path: '', validationMode: 'exact' },
  { domain: 'page.example', path: '/sale?from=partner', validationMode: 'exact' },
  { domain: 'bare.example', path: 'sale', validationMode: 'exact' },
  { domain: 'shop.example', path: '', validationMode: 'domain' },
] as const

for (const [url, isAllowed] of [
  ['https://home.example', true],
  ['https://home.example/', true],
  ['https://home.example/sale', false],
  ['https://home.example/?from=partner', false],
  ['https://page.example/Sale?from=partner', true],
  ['https://page.example/', false],
  ['https://bare.example/sale', true],
  ['https://bare.example/', false],
  ['shop.example/any/page?at=all', true],
  ['https://other.example/', false],
] as const)
  test(`a link of a partner to ${url} is ${isAllowed ? 'allowed' : 'refused'}`, (t) => {
    t.is(isAllowedUrl(url, links), isAllowed)
  })
