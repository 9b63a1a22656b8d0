import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const module = fileURLToPath(new URL('../../../shared/kernel/log.js', import.meta.url))

/** What a process that logs this prints, as parsed lines. */
function printed(statement: string, level = 'info'): Record<string, unknown>[] {
  const program = `import { openLog } from ${JSON.stringify(module)}; const log = openLog(${JSON.stringify(level)}, 'tester'); ${statement}`
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('a line is JSON and says which process wrote it', (t) => {
  t.like(printed(`log.info({ port: 3 }, 'listens')`)[0], { process: 'tester', port: 3, msg: 'listens' })
})

test('secrets are blanked at the top and one level down', (t) => {
  const [line] = printed(
    `log.info({ authorization: 'Bearer x', token: 't', headers: { authorization: 'Bearer x', cookie: 'c' }, link: { password: 'p' }, key: 'spring' })`,
  )
  t.like(line, {
    authorization: '[secret]',
    token: '[secret]',
    headers: { authorization: '[secret]', cookie: '[secret]' },
    link: { password: '[secret]' },
    key: 'spring',
  })
})

test('what is below the level is not printed', (t) => {
  t.deepEqual(
    printed(`log.info('a'); log.warn('b')`, 'warn').map(({ msg }) => msg),
    ['b'],
  )
})

test('of an error its words and its cause are printed, not the connection that a library hung on it', (t) => {
  const [line] = printed(
    `log.warn({ err: Object.assign(new Error('lost', { cause: new Error('cut') }), { code: 'E1', client: { password: 'p' } }) }, 'a connection failed')`,
  )
  const err = line?.err as Record<string, string>
  t.deepEqual(Object.keys(err), ['type', 'message', 'code', 'stack'])
  t.is(err.message, 'lost: cut')
})
