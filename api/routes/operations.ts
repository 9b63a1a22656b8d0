import { getVerification, Verification } from '../../shared/maintenance/index.js'
import { admin } from '../access/admin.js'
import { endpoint } from '../endpoint.js'

export const operations = [
  endpoint({
    id: 'getVerification',
    method: 'GET',
    path: '/admin/verification',
    hidden: true,
    access: admin,
    rate: 'none',
    output: Verification,
    run: ({ scope }) => getVerification(scope),
  }),
]
