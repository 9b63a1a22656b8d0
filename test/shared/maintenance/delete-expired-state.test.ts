import test from 'ava'
import { runJobByName } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('a run that is interrupted leaves fewer expired rows to the next', async (t) => {
  const { pool } = service.resources.database
  await pool.query(
    `insert into completed_jobs (id, at) select 'evt_' || lpad(number::text, 5, '0'), now() - interval '8 days' from generate_series(1, 15000) number`,
  )
  await pool.query(`insert into completed_jobs (id, at) values ('evt_new', now())`)
  await pool.query(`create function interrupt() returns trigger language plpgsql as $$ begin
    if old.id = 'evt_14000' then raise 'interrupted'; end if; return old; end $$`)
  await pool.query('create trigger interrupt before delete on completed_jobs for each row execute function interrupt()')
  const run = () => runJobByName(service.resources, 'maintenance.delete-expired-state')
  const left = async () => (await pool.query('select id from completed_jobs')).rows.length
  await t.throwsAsync(run(), { message: /interrupted/ })
  t.is(await left(), 5001)
  await pool.query('drop function interrupt cascade')
  await run()
  t.is(await left(), 1)
})
