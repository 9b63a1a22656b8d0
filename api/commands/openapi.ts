/** `npm run openapi`: prints the description, or writes it to the file that is named. */
import { writeFileSync } from 'node:fs'
import { readConfig } from '../../shared/kernel/config.js'
import { describe } from '../openapi/describe.js'
import { tables } from '../routes/index.js'

const text = `${JSON.stringify(describe(tables.rows, tables.published, readConfig()), null, 2)}\n`
const file = process.argv[2]
if (file) writeFileSync(file, text)
else process.stdout.write(text)
