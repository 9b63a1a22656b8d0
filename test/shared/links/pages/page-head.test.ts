import test from 'ava'
import { seconds } from '../../../../shared/kernel/time.js'
import { decodePageText } from '../../../../shared/links/pages/decode-page-text.js'
import { parsePageHead } from '../../../../shared/links/pages/page-head.js'

test('the preferred tag wins, whatever the order in the page', async (t) => {
  const head = await parsePageHead(`<html><head><title>Plain</title>
    <meta name="twitter:title" content="Bird"><meta property="og:title" content="Graph">
    <meta property="og:description" content="Graph text"><meta name="description" content="Plain text">
    <link rel="shortcut icon" href="/favicon.ico"><meta name="twitter:image" content="/bird.png"><meta property="og:image" content="/graph.png"></head>`)
  t.deepEqual(head, { title: 'Graph', description: 'Plain text', image: '/graph.png' })
})

test('the first non-empty value of a repeated tag counts', async (t) => {
  const head = await parsePageHead(
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
  test(`the title in ${html || 'an empty page'} is ${title}`, async (t) => t.is((await parsePageHead(html)).title, title))
}

test('icons are the last choice for the image', async (t) => {
  t.is((await parsePageHead('<link rel="shortcut icon" href="/f.ico">')).image, '/f.ico')
  t.is((await parsePageHead('<link rel="icon" href="/f.ico"><link rel="image_src" href="/i.png">')).image, '/i.png')
})

test('the body of the page is not read', async (t) => {
  const body = '<meta property="og:image" content="/body.png">'
  t.is((await parsePageHead(`<head><title>A</title></head>${body}`)).image, null)
  t.is((await parsePageHead(`<title>A</title><body>${body}`)).image, null)
})

test('a page that is nested too deeply is read up to that depth', async (t) => {
  const head = await parsePageHead(`<title>Deep</title>${'<b>'.repeat(100)}<meta name="description" content="Too deep">`)
  t.deepEqual(head, { title: 'Deep', description: null, image: null })
})

test('a head of half a megabyte is read without delaying other work for long', async (t) => {
  let turns = 0
  const counter = setInterval(() => turns++, 0)
  const html = `<title>Long</title>${'<meta name="a" content="b">'.repeat(20_000)}<meta name="description" content="End">`
  t.is((await parsePageHead(html, seconds(60))).description, 'End')
  clearInterval(counter)
  t.true(turns >= 5, `${turns} timers ran while the page was parsed`)
})

test('a page that takes too long to parse is read up to that point', async (t) => {
  const html = `<title>Slow</title>${'<meta name="a" content="b">'.repeat(20_000)}<meta name="description" content="End">`
  t.deepEqual(await parsePageHead(html, Number.MIN_VALUE), { title: 'Slow', description: null, image: null })
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
