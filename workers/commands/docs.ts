/** `npm run docs`: regenerates the generated sections of `docs/operating.md`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { regenerateSections } from './operating-docs.js'

const path = 'docs/operating.md'
writeFileSync(path, regenerateSections(readFileSync(path, 'utf8')))
