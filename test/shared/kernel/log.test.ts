import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const module = fileURLToPath(new URL('../../../shared/kernel/log.js', import.meta.url))

/** Runs the statement in a process and returns its log lines, parsed. */
function logLines(statement: string, level = 'info'): Record<string, unknown>[] {
  const program = `import { openLog } from ${JSON.stringify(module)}; const log = openLog(${JSON.stringify(level)}, 'tester'); ${statement}`
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('a line is JSON and names the process', (t) => {
  t.like(logLines(`log.info({ port: 3 }, 'listening')`)[0], { process: 'tester', port: 3, msg: 'listening' })
})

test('under PM2, lines pass the stream that it watches', (t) => {
  const watched = `const lines = []; process.stdout.write = (line) => lines.push(line); process.env.pm_id = '0'`
  const program = `${watched}; const { openLog } = await import(${JSON.stringify(module)})
    openLog('info', 'tester').info('listening'); console.error(lines.length)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  t.deepEqual([stdout, stderr], ['', '1\n'])
})

test('secrets are redacted at the top level and one level below', (t) => {
  const [line] = logLines(
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

test('messages below the log level are not printed', (t) => {
  t.deepEqual(
    logLines(`log.info('a'); log.warn('b')`, 'warn').map(({ msg }) => msg),
    ['b'],
  )
})

test('an error is logged with message and cause, without the objects that a library attached to it', (t) => {
  const [line] = logLines(
    `log.warn({ err: Object.assign(new Error('lost', { cause: new Error('cut') }), { code: 'E1', client: { password: 'p' } }) }, 'connection failed')`,
  )
  const err = line?.err as Record<string, string>
  t.deepEqual(Object.keys(err), ['type', 'message', 'code', 'stack'])
  t.is(err.message, 'lost: cut')
})

test('an outage is logged without a stack trace', (t) => {
  const [line] = logLines(
    `log.warn({ err: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }) }, 'connection failed')`,
  )
  t.deepEqual(line?.err, { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' })
})
