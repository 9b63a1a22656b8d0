import { plansWith } from '../../shared/accounts/index.js'
import { DiscountSchema, listDiscountsOfProgram } from '../../shared/earnings/index.js'
import { storeImages } from '../../shared/files/index.js'
import {
  createProgram,
  createProgramBodySchema,
  deactivateProgram,
  deleteProgram,
  DeletedProgram,
  getProgram,
  listPrograms,
  ProgramParams,
  ProgramSchema,
  reactivateProgram,
  updateProgram,
  updateProgramBodySchema,
} from '../../shared/partners/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const
const write = { access: workspace('groups.write'), rate: 'api', plans, hidden: true } as const

export const programs = [
  endpoint({
    ...write,
    id: 'createProgram',
    method: 'POST',
    path: '/programs',
    summary: 'Create a program',
    status: 201,
    body: createProgramBodySchema,
    output: ProgramSchema,
    prepare: ({ scope, body }) => storeImages(scope, body, ['logo']),
    run: ({ scope, body }) => createProgram(scope, body),
  }),
  endpoint({
    ...read,
    id: 'listPrograms',
    method: 'GET',
    path: '/programs',
    summary: 'List programs',
    output: ProgramSchema.array(),
    run: ({ scope }) => listPrograms(scope),
  }),
  endpoint({
    ...read,
    id: 'getProgram',
    method: 'GET',
    path: '/programs/{programId}',
    summary: 'Get a program',
    params: ProgramParams,
    output: ProgramSchema,
    run: ({ scope, params }) => getProgram(scope, params.programId),
  }),
  endpoint({
    ...read,
    id: 'listDiscountsOfProgram',
    method: 'GET',
    path: '/programs/{programId}/discounts',
    summary: 'List the discounts of a program',
    params: ProgramParams,
    output: DiscountSchema.array(),
    run: ({ scope, params }) => listDiscountsOfProgram(scope, params.programId),
  }),
  endpoint({
    ...write,
    id: 'updateProgram',
    method: 'PATCH',
    path: '/programs/{programId}',
    summary: 'Update a program',
    params: ProgramParams,
    body: updateProgramBodySchema,
    output: ProgramSchema,
    prepare: ({ scope, params, body }) => storeImages(scope, body, ['logo'], (own) => getProgram(own, params.programId)),
    run: ({ scope, params, body }) => updateProgram(scope, params.programId, body),
  }),
  endpoint({
    ...write,
    id: 'deleteProgram',
    method: 'DELETE',
    path: '/programs/{programId}',
    summary: 'Delete a program without partners',
    params: ProgramParams,
    output: DeletedProgram,
    run: ({ scope, params }) => deleteProgram(scope, params.programId),
  }),
  endpoint({
    ...write,
    id: 'deactivateProgram',
    method: 'POST',
    path: '/programs/{programId}/deactivate',
    summary: 'Deactivate a program and its partners',
    params: ProgramParams,
    output: ProgramSchema,
    run: ({ scope, params }) => deactivateProgram(scope, params.programId),
  }),
  endpoint({
    ...write,
    id: 'reactivateProgram',
    method: 'POST',
    path: '/programs/{programId}/reactivate',
    summary: 'Reactivate a program and its partners',
    params: ProgramParams,
    output: ProgramSchema,
    run: ({ scope, params }) => reactivateProgram(scope, params.programId),
  }),
]
