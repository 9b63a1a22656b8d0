/** The script that pages load, as text: the functions of this folder as they are compiled, in one closure. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { scriptNotFound } from './errors.js'
import { cookiesOf, forgetAll, keepId, keptId, partnerCookie, readCookie, writeCookie } from './keep.js'
import { findScript, readJson, readOptions } from './settings.js'
import { afterArrival, arrive, command, offer, start, watchOutbound, withId } from './start.js'
import { idInAddress, keepAnswer, post, trackClick, trackConversion, trackVisit } from './tell.js'

// Whatever one of them calls must be here: in a page there are no imports.
const parts = [
  readJson,
  readOptions,
  findScript,
  cookiesOf,
  readCookie,
  writeCookie,
  keptId,
  keepId,
  forgetAll,
  partnerCookie,
  post,
  trackClick,
  keepAnswer,
  trackVisit,
  trackConversion,
  idInAddress,
  start,
  offer,
  command,
  afterArrival,
  arrive,
  watchOutbound,
  withId,
]

/** Loaders ask for the features that a page uses; all of them are in the one script. */
const names = /^(?:analytics|script)(?:\.(?:site-visit|outbound-domains|conversion-tracking))*\.js$/

export const ScriptParams = z.object({ file: z.string() })

export interface ClientScript {
  body: Buffer
  etag: string
}

const made = new Map<string, ClientScript>()

export function clientScript({ config }: Scope, file: string): ClientScript {
  if (!names.test(file)) throw scriptNotFound()
  let script = made.get(config.clickIdParam)
  if (!script) made.set(config.clickIdParam, (script = make(config.clickIdParam)))
  return script
}

function make(param: string): ClientScript {
  const idNames = [...new Set([param, 'svc_id', 'dub_id'])]
  const functions = parts.map((part) => String(part).replaceAll(/^\s+(?:\/\/.*\n)?/gm, '')).join('\n')
  const body = Buffer.from(`(function(){"use strict";\n${functions}\nstart(window,${JSON.stringify(idNames)})})();\n`)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}
