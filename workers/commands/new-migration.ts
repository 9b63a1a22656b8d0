/** `npm run migrate:new <domain> <what>`: writes the frame of a migration and puts it on the list. */
import { addMigration } from './add-migration.js'

const [domain = '', ...what] = process.argv.slice(2)
try {
  console.log(`Now say why in the first line, and write the SQL: ${await addMigration('migrations', domain, what.join('_'), new Date())}`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
