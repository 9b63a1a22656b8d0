/** `npm run docs`: brings the made parts of `docs/operating.md` to what the program says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withFreshParts } from './operating-parts.js'

const path = 'docs/operating.md'
writeFileSync(path, withFreshParts(readFileSync(path, 'utf8')))
