/** `npm run migrate:new <domain> <what>`: creates an empty migration and lists it. */
import { addMigration } from './add-migration.js'

const [domain = '', ...what] = process.argv.slice(2)
try {
  console.log(
    `Created. State the purpose in the first line and add the SQL: ${await addMigration('migrations', domain, what.join('_'), new Date())}`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
