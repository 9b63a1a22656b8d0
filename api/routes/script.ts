import { clientScript, ScriptParams } from '../../shared/tracking/index.js'
import { open } from '../access/open.js'
import { endpoint } from '../endpoint.js'
import { bytes } from '../http/reply.js'

export const script = [
  endpoint({
    id: 'getClientScript',
    method: 'GET',
    path: '/script/{file}',
    hidden: true,
    allowsAnyOrigin: true,
    access: open,
    rate: 'none',
    fails: ['not_found'],
    params: ScriptParams,
    contentTypes: ['text/javascript'],
    run: async ({ scope, params }) => {
      const { body, etag } = clientScript(scope, params.file)
      return bytes(body, 'text/javascript; charset=utf-8', { ETag: etag, 'Cache-Control': 'public, max-age=3600' })
    },
  }),
]
