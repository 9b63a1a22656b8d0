import test from 'ava'
import { resolvePageImage, titleFromUrl } from '../../../../shared/links/pages/find-metatags.js'

const page = 'https://shop.example/a/page'
for (const [image, resolved] of [
  ['/i.png', 'https://shop.example/i.png'],
  ['i.png?x=1', 'https://shop.example/a/i.png?x=1'],
  ['//cdn.example/i.png', 'https://cdn.example/i.png'],
  ['http://cdn.example/i.png', 'http://cdn.example/i.png'],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['data:text/html,x', null],
  ['http://localhost/i.png', null],
  ['http://127.0.0.1/i.png', null],
  ['http://[::1]/i.png', null],
  ['http://intranet/i.png', null],
  ['ftp://cdn.example/i.png', null],
  ['http://', null],
] as const) {
  test(`the image ${image} resolves to ${resolved}`, (t) => t.is(resolvePageImage(image, page), resolved))
}

for (const [url, title] of [
  ['https://shop.example/', 'shop.example'],
  ['https://shop.example/a/green%20tea/', 'green tea'],
  ['https://shop.example/100%', '100%'],
] as const) {
  test(`without a readable page, the title of ${url} is ${title}`, (t) => t.is(titleFromUrl(url), title))
}
