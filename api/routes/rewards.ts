import { plansWith } from '../../shared/accounts/index.js'
import {
  createReward,
  createRewardBodySchema,
  DeletedReward,
  deleteReward,
  getReward,
  listRewards,
  RewardParams,
  RewardSchema,
  updateReward,
  updateRewardBodySchema,
} from '../../shared/earnings/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('programs')
const readers = workspace('groups.read')
const writers = workspace('groups.write')

export const rewards = [
  endpoint({
    id: 'listRewards',
    method: 'GET',
    path: '/rewards',
    hidden: true,
    access: readers,
    rate: 'api',
    plans,
    output: RewardSchema.array(),
    run: ({ scope }) => listRewards(scope),
  }),
  endpoint({
    id: 'createReward',
    method: 'POST',
    path: '/rewards',
    hidden: true,
    status: 201,
    access: writers,
    rate: 'api',
    plans,
    body: createRewardBodySchema,
    output: RewardSchema,
    run: ({ scope, body }) => createReward(scope, body),
  }),
  endpoint({
    id: 'getReward',
    method: 'GET',
    path: '/rewards/{id}',
    hidden: true,
    access: readers,
    rate: 'api',
    plans,
    params: RewardParams,
    output: RewardSchema,
    run: ({ scope, params }) => getReward(scope, params.id),
  }),
  endpoint({
    id: 'updateReward',
    method: 'PATCH',
    path: '/rewards/{id}',
    hidden: true,
    access: writers,
    rate: 'api',
    plans,
    params: RewardParams,
    body: updateRewardBodySchema,
    output: RewardSchema,
    run: ({ scope, params, body }) => updateReward(scope, params.id, body),
  }),
  endpoint({
    id: 'deleteReward',
    method: 'DELETE',
    path: '/rewards/{id}',
    hidden: true,
    access: writers,
    rate: 'api',
    plans,
    params: RewardParams,
    output: DeletedReward,
    run: ({ scope, params }) => deleteReward(scope, params.id),
  }),
]
