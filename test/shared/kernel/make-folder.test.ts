import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { makeFolder } from '../../../shared/kernel/make-folder.js'

let home: string
test.before(async () => void (home = await mkdtemp(join(tmpdir(), 'tributary-folder-'))))
test.after.always(() => rm(home, { recursive: true, force: true }))

test('a folder is made with all above it, also by several at once, and made again it stays', async (t) => {
  const path = join(home, 'a', 'b', 'c')
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)])
  await makeFolder(path)
  t.is((await stat(path)).mode & 0o777, 0o700)
})

test('where a file is, or below it, no folder is made', async (t) => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await t.throwsAsync(makeFolder(file), { code: 'EEXIST' })
  await t.throwsAsync(makeFolder(join(file, 'a')), { code: 'ENOTDIR' })
})

test('a folder that takes no others is an error, not a wait without end', async (t) => {
  await t.throwsAsync(makeFolder('/proc/tributary/a'), { message: /^(?:ENOENT|EACCES|EPERM|EROFS)/ })
})
