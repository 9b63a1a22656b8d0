/** The client script as text: the compiled functions of this folder in one closure. */
import { z } from 'zod'
import { digest } from '../../kernel/hash.js'
import type { Scope } from '../../kernel/scope.js'
import { accessCookies, clearStorage, storeId, storedId, partnerCookieName, readCookie, writeCookie } from './cookies.js'
import { scriptNotFound } from './errors.js'
import { findScript, readJson, readOptions } from './options.js'
import { idFromUrl, showPartner, storeResponse, post, trackClick, trackConversion, trackVisit } from './requests.js'
import { afterArrival, handleArrival, runCommand, exposeApi, start, watchOutbound, addClickId, parseUrl } from './start.js'

// Every function that another one calls must be listed: pages have no imports.
const scriptFunctions = [
  readJson,
  readOptions,
  findScript,
  accessCookies,
  readCookie,
  writeCookie,
  storedId,
  storeId,
  clearStorage,
  partnerCookieName,
  post,
  trackClick,
  storeResponse,
  showPartner,
  trackVisit,
  trackConversion,
  idFromUrl,
  start,
  exposeApi,
  runCommand,
  afterArrival,
  handleArrival,
  watchOutbound,
  addClickId,
  parseUrl,
]

/** Loaders request the features that a page uses; one script contains all of them. */
const scriptNames = /^(?:analytics|script)(?:\.(?:site-visit|outbound-domains|conversion-tracking))*\.js$/

export const ScriptParams = z.object({ file: z.string() })

export interface ClientScript {
  body: Buffer
  etag: string
}

const scripts = new Map<string, ClientScript>()

export function clientScript({ config }: Scope, file: string): ClientScript {
  if (!scriptNames.test(file)) throw scriptNotFound()
  let script = scripts.get(config.clickIdParam)
  if (!script) scripts.set(config.clickIdParam, (script = buildScript(config.clickIdParam)))
  return script
}

function buildScript(clickIdParam: string): ClientScript {
  const idNames = [...new Set([clickIdParam, 'svc_id', 'dub_id'])]
  const functions = scriptFunctions.map((scriptFunction) => String(scriptFunction).replaceAll(/^\s+(?:\/\/.*\n)?/gm, '')).join('\n')
  const body = Buffer.from(`(function(){"use strict";\n${functions}\nstart(window,${JSON.stringify(idNames)})})();\n`)
  return { body, etag: `"${digest(body)}"` }
}
