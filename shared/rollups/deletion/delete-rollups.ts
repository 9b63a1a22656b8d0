/** Deletion of the aggregates of a closed workspace, in steps; a step returns true while there may be more to delete. */
import type { JobScope } from '../../kernel/scope.js'
import { type RollupSchema, rollupSchemas } from '../rollup-schemas.js'
import {
  blockRollUps,
  blockSegmentBuilds,
  deleteBuckets,
  deleteFacts,
  deleteSegments,
  deleteValues,
  deleteWorkspaceNoRow,
  findWorkspaceNo,
} from './delete-rollups.queries.js'

/** Rows per step: some hundred milliseconds, during which roll-ups may have to wait. */
const batchSizes = { facts: 20_000, buckets: { buckets: 200, rows: 20_000 }, segments: 200, values: 10_000 }

type DeletionStep = (scope: JobScope, workspaceId: string) => Promise<boolean>

/** A step that needs the workspace's number; without one there is nothing to delete. */
const withWorkspaceNo =
  (deleteSome: (em: JobScope['em'], no: number) => Promise<number>): DeletionStep =>
  async ({ em }, workspaceId) => {
    const no = await findWorkspaceNo(em, workspaceId)
    return no !== null && (await deleteSome(em, no)) > 0
  }

const deleteRollUpData = (schema: RollupSchema) =>
  withWorkspaceNo(async (em, no) => {
    await blockRollUps(em, schema)
    return (await deleteFacts(em, schema, no, batchSizes.facts)) || deleteBuckets(em, schema, no, batchSizes.buckets)
  })

const deleteColumnSegments = withWorkspaceNo(async (em, no) => {
  await blockSegmentBuilds(em)
  return deleteSegments(em, no, batchSizes.segments)
})

const deleteWorkspaceNo: DeletionStep = async ({ em }, workspaceId) => {
  await deleteWorkspaceNoRow(em, workspaceId)
  return false
}

/**
 * Deletes all aggregates of deleted events, in an order in which nothing is recreated from remaining data: facts, buckets, values, and
 * finally the workspace's number. Each step blocks one kind of roll-up and waits for no other lock meanwhile.
 */
export const rollupDeletionSteps: readonly DeletionStep[] = [
  ...rollupSchemas.map(deleteRollUpData),
  deleteColumnSegments,
  withWorkspaceNo((em, no) => deleteValues(em, no, batchSizes.values)),
  deleteWorkspaceNo,
]
