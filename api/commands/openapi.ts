/** `npm run openapi [file]`: prints the OpenAPI description or writes it to the file. */
import { writeFileSync } from 'node:fs'
import { readConfig } from '../../shared/kernel/config.js'
import { buildOpenApiDocument } from '../openapi/build-document.js'
import { tables } from '../routes/index.js'

const text = `${JSON.stringify(buildOpenApiDocument(tables.rows, tables.published, readConfig()), null, 2)}\n`
const file = process.argv[2]
if (file) writeFileSync(file, text)
else process.stdout.write(text)
