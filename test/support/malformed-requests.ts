/** Generates malformed requests from a seed. The same seed generates the same requests. */
import type { Endpoint } from '../../api/endpoint.js'

/** In [0, 1). */
export type Random = () => number

export interface MalformedRequest {
  bytes: Buffer
  truncated?: boolean
}

/** A seeded random generator (mulberry32), so that failures can be reproduced. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <One>(random: Random, many: readonly One[]): One => many[Math.floor(random() * many.length)] as One
const count = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))
const text = (random: Random, length: number) => Array.from({ length }, () => pick(random, [...'abcXYZ019-_~ "\\{}[]:,é漢😀'])).join('')

interface RequestParts {
  method?: string
  target: string
  headers?: Record<string, string | Buffer>
  body?: string | Buffer
}

/** Generators of requests to these endpoints, by kind. With a host of the API, no path is treated as a short link. */
export function malformedRequests(rows: readonly Endpoint[], host: string, authorization: string) {
  const request = ({ method = 'GET', target, headers = {}, body }: RequestParts): Buffer => {
    const content: Record<string, string | Buffer> =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
    const lines = Object.entries({ Host: host, Authorization: authorization, ...content, ...headers }).flatMap(([name, value]) => [
      `${name}: `,
      value,
      '\r\n',
    ])
    return Buffer.concat(
      [`${method} ${target} HTTP/1.1\r\n`, ...lines, '\r\n', body ?? ''].map((part) =>
        typeof part === 'string' ? Buffer.from(part) : part,
      ),
    )
  }

  const mount = (random: Random, path: string) => (path.startsWith('/api/') ? path : pick(random, ['', '/api']) + path)
  const fill = (random: Random, path: string) => path.replaceAll(/\{[^}]+\}/g, () => pick(random, ['link_1', 'x', 'ext_y', '0', '%20']))
  const readRequestPath = (random: Random) =>
    mount(
      random,
      fill(
        random,
        pick(
          random,
          rows.filter(({ method }) => method === 'GET'),
        ).path,
      ),
    )
  const writeRequest = (random: Random, body: string | Buffer, headers: RequestParts['headers'] = {}): Buffer => {
    const row = pick(
      random,
      rows.filter((one) => one.body),
    )
    return request({ method: row.method, target: mount(random, fill(random, row.path)), headers, body })
  }

  const value = (random: Random, depth = 0): unknown =>
    pick<() => unknown>(random, [
      () => null,
      () => true,
      () => -1,
      () => 1e308,
      () => 0.1,
      () => '',
      () => text(random, 20),
      () => 'true',
      () => '2020-13-45',
      () => [],
      () => (depth > 3 ? {} : [value(random, depth + 1), value(random, depth + 1)]),
      () => (depth > 3 ? [] : { [text(random, 5)]: value(random, depth + 1), url: value(random, depth + 1) }),
    ])()
  const fields = [
    'url',
    'domain',
    'key',
    'externalId',
    'tagIds',
    'tagNames',
    'geo',
    'testVariants',
    'expiresAt',
    'archived',
    'password',
    'keyLength',
    'webhookIds',
    'utm_source',
  ]
  const wrongBody = (random: Random) =>
    Object.fromEntries(Array.from({ length: count(random, 1, 6) }, () => [pick(random, fields), value(random)]))
  const escape = (random: Random) => pick(random, ['%', '%z', '%zz', '%e0%a4%a', '%ff', '%c3%28', '%ed%a0%80', '%00', '%u0041', '%25%'])

  const kinds = {
    'broken JSON'(random: Random): MalformedRequest {
      const good = JSON.stringify({ url: 'https://example.com', ...wrongBody(random) })
      const broken = pick(random, [
        () => good.slice(0, count(random, 0, good.length - 1)),
        () => good.replace(':', ''),
        () => `${good}${good}`,
        () => good.replaceAll('"', "'"),
        () => `${good},`,
        () => 'undefined',
        () => 'NaN',
        () => '{"url":01}',
        () => '\ufeff',
      ])()
      return { bytes: writeRequest(random, broken) }
    },
    'wrong types': (random: Random): MalformedRequest => ({
      bytes: writeRequest(
        random,
        JSON.stringify(pick(random, [() => value(random), () => wrongBody(random), () => [wrongBody(random)]])()),
      ),
    }),
    'keys and values of a megabyte'(random: Random): MalformedRequest {
      const long = pick(random, ['a', 'é', '/', ' ', '\\u0041']).repeat(count(random, 150_000, 1_000_000))
      const field = pick(random, fields)
      return {
        bytes: writeRequest(
          random,
          pick(random, [
            `{"${long}":1}`,
            `{"${field}":"${long}"}`,
            `{"url":"https://example.com/${long}"}`,
            `"${long}"`,
            '{"url":"https://example.com","key":"' + long + '"}',
          ]),
        ),
      }
    },
    'bodies that are too large': (random: Random): MalformedRequest => ({
      bytes: writeRequest(random, `{"url":"${'x'.repeat(count(random, 4_300_000, 5_000_000))}"}`),
    }),
    'NUL bytes'(random: Random): MalformedRequest {
      const inBody = (nul: string) => writeRequest(random, `{"${pick(random, fields)}":"a${nul}b","url":"https://example.com"}`)
      return {
        bytes: pick(random, [
          () => inBody('\0'),
          () => inBody('\\u0000'),
          () => writeRequest(random, '{"url":"https://example.com","a\\u0000b":1}'),
          () => request({ target: `${readRequestPath(random)}?search=a%00b&domain=%00` }),
          () => request({ target: `/links/%00` }),
          () => request({ target: readRequestPath(random), headers: { 'X-Request-Id': 'a\0b' } }),
          () => request({ target: '/a\0b' }),
        ])(),
      }
    },
    'bad UTF-8'(random: Random): MalformedRequest {
      const bad = pick(random, [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xe2, 0x82]])
      const body = Buffer.concat([Buffer.from(`{"${pick(random, fields)}":"`), Buffer.from(bad), Buffer.from('"}')])
      return {
        bytes: pick(random, [
          () => writeRequest(random, body),
          () => request({ target: readRequestPath(random), headers: { Authorization: Buffer.from(bad) } }),
          () => request({ target: `${readRequestPath(random)}?search=%ff%fe` }),
        ])(),
      }
    },
    'unknown paths and methods'(random: Random): MalformedRequest {
      const target = pick(random, [
        '/api/nothing',
        '/nothing/at/all',
        '/links/a/b/c/d',
        '/api/api/links',
        '/api//links',
        '//',
        '/links/',
        '/.env',
        '/../../etc/passwd',
        '/api/%2e%2e/links',
        '/?',
        '/api/links/bulk/x',
        `/${text(random, 30).replaceAll(/[^a-z0-9]/gi, 'x')}`,
      ])
      return {
        bytes: request({
          method: pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']),
          target,
        }),
      }
    },
    'huge headers'(random: Random): MalformedRequest {
      const size = count(random, 40_000, 400_000)
      const headers = pick<Record<string, string>>(random, [
        { 'X-Long': 'a'.repeat(size) },
        { Authorization: `Bearer ${'k'.repeat(size)}` },
        { Cookie: 'a=b; '.repeat(size / 6) },
        Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`X-Header-${index}`, 'some value'])),
      ])
      return {
        bytes: pick(random, [
          () => request({ target: readRequestPath(random), headers }),
          () => request({ target: `/links?search=${'a'.repeat(size)}` }),
        ])(),
      }
    },
    'prototype pollution'(random: Random): MalformedRequest {
      const name = pick(random, ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])
      const polluted = JSON.stringify({ polluted: 'yes' })
      const bodies = [
        `{"${name}":${polluted}}`,
        `{"constructor":{"prototype":${polluted}}}`,
        `{"url":{"${name}":${polluted}}}`,
        `{"geo":{"${name}":"https://example.com"}}`,
      ]
      return {
        bytes: pick(random, [
          () => writeRequest(random, pick(random, bodies)),
          () => request({ target: `${readRequestPath(random)}?${name}=1&${name}[polluted]=yes&domain=${name}` }),
          () => request({ target: `/${name}` }),
          () => request({ target: `/links/${name}` }),
          () => request({ target: readRequestPath(random), headers: { [name]: 'x' } }),
        ])(),
      }
    },
    'bad percent escapes': (random: Random): MalformedRequest => ({
      bytes: request({
        method: pick(random, ['GET', 'PATCH', 'DELETE']),
        target: pick(random, [
          `/links/${escape(random)}`,
          `/api/links/${escape(random)}`,
          `${readRequestPath(random)}?domain=${escape(random)}&key=${escape(random)}`,
          `/${escape(random)}`,
          `/api/${escape(random)}`,
        ]),
        ...(random() < 0.5 ? { body: '{}' } : {}),
      }),
    }),
    'wrong content types and encodings'(random: Random): MalformedRequest {
      const type = pick(random, [
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-7',
        'application/json; charset=utf-16',
        ';;;',
        'image/png',
        '',
      ])
      const encoding = pick<Record<string, string>>(random, [
        {},
        { 'Content-Encoding': 'gzip' },
        { 'Content-Encoding': 'br' },
        { 'Content-Encoding': 'nonsense' },
      ])
      return {
        bytes: writeRequest(
          random,
          pick(random, [
            'a=1&b=2',
            '<url>x</url>',
            '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
            '\x1f\x8b\x08',
            '',
          ]),
          { 'Content-Type': type, ...encoding },
        ),
      }
    },
    'duplicate keys': (random: Random): MalformedRequest => ({
      bytes: pick(random, [
        () =>
          writeRequest(
            random,
            `{"url":"https://example.com","url":${JSON.stringify(value(random))},"${pick(random, fields)}":1,"${pick(random, fields)}":{}}`,
          ),
        () => request({ target: `${readRequestPath(random)}?page=1&page=0&domain=a&domain=b&pageSize=1&pageSize=x` }),
      ])(),
    }),
    'deep nesting'(random: Random): MalformedRequest {
      const depth = count(random, 1_000, 200_000)
      const closed = random() < 0.7
      const nested = pick(random, [
        () => '['.repeat(depth) + (closed ? ']'.repeat(depth) : ''),
        () => '{"a":'.repeat(depth) + '1' + (closed ? '}'.repeat(depth) : ''),
        () => `{"url":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        () => `{"geo":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
      ])
      return { bytes: writeRequest(random, nested()) }
    },
    'invalid credentials': (random: Random): MalformedRequest => ({
      bytes: request({
        method: pick(random, ['GET', 'POST']),
        target: pick(random, ['/links', '/api/links', '/links/count', '/analytics?workspaceId=x']),
        headers: {
          Authorization: pick(random, [
            '',
            'Bearer',
            'Bearer ',
            'bearer x',
            'Basic eDp5',
            'Bearer svc_',
            `Bearer svc_${text(random, 30).replaceAll(/[^a-z]/gi, 'k')}`,
            'Bearer a b c',
            'Bearer é',
            "Bearer ' or 1=1 --",
            'Token x',
          ]),
        },
      }),
    }),
    'invalid query parameters'(random: Random): MalformedRequest {
      const names = [
        'page',
        'pageSize',
        'sortBy',
        'tagIds',
        'showArchived',
        'start',
        'end',
        'interval',
        'groupBy',
        'event',
        'timezone',
        'startingAfter',
        'endingBefore',
        'workspaceId',
        'query',
        'limit',
        'country',
        'root',
      ]
      const values = [
        '',
        '0',
        '-1',
        '1e9',
        'NaN',
        'null',
        'true',
        "' or 1=1 --",
        '%22%27',
        '99999999999999999999',
        '1.5',
        '%F0%9F%98%80',
        '[]',
        '{}',
        ',,,',
        '2020-13-45',
        'Mars/Olympus',
        '../..',
      ]
      const pairs = Array.from({ length: count(random, 1, 40) }, () => `${pick(random, names)}=${pick(random, values)}`)
      return { bytes: request({ target: `${readRequestPath(random)}?${pairs.join('&')}` }) }
    },
    'non-HTTP data'(random: Random): MalformedRequest {
      const lines = [
        'GET\r\n\r\n',
        'GET /links\r\n\r\n',
        'get /links HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /links HTTP/9.9\r\nHost: x\r\n\r\n',
        'FOO /links HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /links HTTP/1.1\r\nno colon\r\n\r\n',
        'GET /links HTTP/1.1\r\n: empty\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
        'GET /links HTTP/1.1\nHost: x\n\n',
        `${text(random, 60)}\r\n\r\n`,
        'GET  /links  HTTP/1.1\r\nHost: x\r\n\r\n',
        'SSH-2.0-OpenSSH_9.0\r\n',
      ]
      return { bytes: Buffer.from(pick(random, lines), 'latin1') }
    },
    'HTTP protocol violations'(random: Random): MalformedRequest {
      const authorizationHeader = `Authorization: ${authorization}\r\n`
      const requests = [
        `GET /links HTTP/1.1\r\n${authorizationHeader}\r\n`,
        `GET /links HTTP/1.1\r\nHost: ${host}\r\nHost: other\r\n${authorizationHeader}\r\n`,
        `GET * HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
        `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
        `GET http://other.example/api/nothing HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
        `GET ftp://other.example/nothing HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
        `GET nothing HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
        `GET http://[broken/nothing HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
        `GET /api/nothing HTTP/1.1\r\nHost: [broken\r\n${authorizationHeader}\r\n`,
        `GET /api/nothing HTTP/1.1\r\nHost: a b\r\n${authorizationHeader}\r\n`,
        `CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n`,
        `GET /api/nothing HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Content-Length: -1\r\n\r\n`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Content-Length: 1e9\r\n\r\n`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Content-Length: 99999999999\r\n\r\n{}`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}Transfer-Encoding: gzip\r\n\r\n{}`,
        `POST /links HTTP/1.1\r\nHost: ${host}\r\n${authorizationHeader}\r\n`,
      ]
      return { bytes: Buffer.from(pick(random, requests)) }
    },
    'invalid hosts'(random: Random): MalformedRequest {
      const invalid = ['a b', '[', '[::1', '::', '', '%', '%zz', '\xe9', '@', 'a@[', ',', ':', ':99999999', 'a:b:c', '<>', '..', '\\']
      const named = () => `Host: ${pick(random, [...invalid, 'h'.repeat(20_000)])}\r\n`
      const [version, hosts] = pick(random, [
        ['1.1', named()],
        ['1.1', named() + named()],
        ['1.0', named()],
        ['1.0', ''],
      ])
      const path = readRequestPath(random)
      const target = pick(random, [
        path,
        path,
        `${path}?page=1&search=x`,
        `http://x y${path}`,
        `http://[${path}`,
        `http://a%b${path}`,
        `HTTP://${'h'.repeat(9_000)}${path}`,
        `/${path}`,
        '//',
        '*',
      ])
      return {
        bytes: Buffer.from(
          `${pick(random, ['GET', 'GET', 'OPTIONS'])} ${target} HTTP/${version}\r\n${hosts}Authorization: ${authorization}\r\n\r\n`,
          'latin1',
        ),
      }
    },
    'truncated bodies': (random: Random): MalformedRequest => {
      const complete = writeRequest(random, JSON.stringify({ url: `https://example.com/${text(random, 200)}` }))
      return { bytes: complete.subarray(0, complete.length - count(random, 1, 150)), truncated: true }
    },
  }
  return kinds
}
