/** Answers are read alike, however they are cut on their way. */
import test from 'ava'
import { answerReader, NoAnswer } from '../../../shared/kernel/http-answer.js'

/** What is read of the text when it comes in parts of so many bytes; with `end` the connection ends behind it. */
function read(text: string, size: number, end = false) {
  const reader = answerReader(100)
  const bytes = Buffer.from(text, 'latin1')
  let isWhole = false
  for (let at = 0; at < bytes.length && !isWhole; at += size) isWhole = reader.take(bytes.subarray(at, at + size))
  return isWhole || (end && reader.endsWithConnection()) ? { status: reader.status(), body: reader.body().toString('latin1'), keepFor: reader.keepFor() } : null
}

const whole: [string, string, { status: number; body?: string; keepFor?: number }][] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', { status: 200, body: 'hello' }],
  ['no body', 'HTTP/1.1 201 Created\r\ncontent-length:0\r\n\r\n', { status: 201 }],
  ['a status that has no body', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204 }],
  ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n', { status: 200, body: 'hello0123456789' }],
  ['no reason', 'HTTP/1.1 503 \r\ncontent-length: 0\r\n\r\n', { status: 503 }],
  ['a word before it', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', { status: 200, body: 'ok' }],
  ['a time for which it is kept', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=5, max=10\r\ncontent-length: 0\r\n\r\n', { status: 200, keepFor: 4000 }],
  ['hardly any time', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n', { status: 200, keepFor: 0 }],
  ['the word that it closes', 'HTTP/1.1 200 OK\r\nConnection: Close\r\nkeep-alive: timeout=9\r\ncontent-length: 0\r\n\r\n', { status: 200, keepFor: 0 }],
  ['an older version', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', { status: 200, keepFor: 0 }],
  ['a length beside chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', { status: 200, body: 'ok', keepFor: 0 }],
]
for (const [what, text, { body = '', keepFor = 4000, status }] of whole) {
  test(`an answer with ${what} is read, and ends where it ends`, (t) => {
    for (let size = 1; size <= text.length; size++) t.deepEqual(read(text, size), { status, body, keepFor }, `in parts of ${size}`)
    for (let length = 1; length < text.length; length++) t.is(read(text.slice(0, length), 7, true), null, `the first ${length}`)
  })
}

test('an answer of no length ends with its connection, which is of no more use', (t) => {
  const text = 'HTTP/1.1 200 OK\r\n\r\nall that comes'
  t.is(read(text, 9), null)
  t.deepEqual(read(text, 9, true), { status: 200, body: 'all that comes', keepFor: 0 })
})

test('what comes behind an answer makes its connection useless', (t) => {
  t.like(read('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK', 1000), { body: 'ok', keepFor: 0 })
})

test('of a long body the beginning is kept, and the end is not waited for', (t) => {
  t.deepEqual(read(`HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n${'x'.repeat(150)}`, 60), { status: 200, body: 'x'.repeat(100), keepFor: 0 })
})

const none = {
  'another protocol': 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'a switch that nobody asked for': 'HTTP/1.1 101 Switching\r\n\r\n', 'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  'a length that is none': 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 'a chunk without size': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'an endless head': `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`,
  'an endless line': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'0'.repeat(2000)}`,
}
for (const [what, text] of Object.entries(none)) test(`${what} is no answer`, (t) => void t.throws(() => read(text, 50), { instanceOf: NoAnswer }))
