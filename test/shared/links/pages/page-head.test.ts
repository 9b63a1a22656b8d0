import test from 'ava'
import { decodePageText } from '../../../../shared/links/pages/decode-page-text.js'
import { parsePageHead } from '../../../../shared/links/pages/page-head.js'

test('the preferred tag wins, whatever the order in the page', (t) => {
  const head = parsePageHead(`<html><head><title>Plain</title>
    <meta name="twitter:title" content="Bird"><meta property="og:title" content="Graph">
    <meta property="og:description" content="Graph text"><meta name="description" content="Plain text">
    <link rel="shortcut icon" href="/favicon.ico"><meta name="twitter:image" content="/bird.png"><meta property="og:image" content="/graph.png"></head>`)
  t.deepEqual(head, { title: 'Graph', description: 'Plain text', image: '/graph.png' })
})

test('the first non-empty value of a repeated tag counts', (t) => {
  const head = parsePageHead(
    '<meta property="og:image" content=" "><meta property="og:image" content="/a.png"><meta property="og:image" content="/b.png">' +
      '<title>One</title><title>Two</title>',
  )
  t.deepEqual(head, { title: 'One', description: null, image: '/a.png' })
})

for (const [html, title] of [
  ['<title>  Fish &amp; chips\n  tonight </title>', 'Fish & chips tonight'],
  ['<META NAME="Twitter:Title" CONTENT="Loud">', 'Loud'],
  ['<svg><title>Icon</title></svg><title>Page</title>', 'Page'],
  ['<title>Never closed', 'Never closed'],
  ['<script>var a = "<title>No</title>"</script><title>Yes</title>', 'Yes'],
  ['<!-- <title>No</title> --><title>Yes</title>', 'Yes'],
  ['', null],
] as const) {
  test(`the title in ${html || 'an empty page'} is ${title}`, (t) => t.is(parsePageHead(html).title, title))
}

test('icons are the last choice for the image', (t) => {
  t.is(parsePageHead('<link rel="shortcut icon" href="/f.ico">').image, '/f.ico')
  t.is(parsePageHead('<link rel="icon" href="/f.ico"><link rel="image_src" href="/i.png">').image, '/i.png')
})

for (const [bytes, type, text] of [
  [Buffer.from('é'), 'text/html', 'é'],
  [Buffer.from([0xe9]), 'text/html; charset=ISO-8859-1', 'é'],
  [
    Buffer.from([0x3c, 0x6d, 0x65, 0x74, 0x61, 0x20, ...Buffer.from('charset="windows-1251">'), 0xdf]),
    'text/html',
    '<meta charset="windows-1251">Я',
  ],
  [Buffer.from([0x93, 0xfa]), 'text/html; charset="Shift_JIS"', '日'],
  [Buffer.from('é'), 'text/html; charset=nonsense', 'é'],
  [Buffer.from([0xff]), 'text/html', '\ufffd'],
] as const) {
  test(`${type} with ${bytes.length} bytes decodes to "${text}"`, (t) => t.is(decodePageText(bytes, type), text))
}
