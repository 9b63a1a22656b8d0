import { seconds } from '../../kernel/time.js'
import { maxQueryMs } from '../limits.js'

/** Settings of queries. */
export const querySettings = {
  max_execution_time: maxQueryMs / seconds(1),
  /** The text of a query may contain the ids of a million links. */
  max_query_size: '1000000000',
  /** A query for a workspace needs its shard only. */
  optimize_skip_unused_shards: 1,
  /** Versions of a lead or sale have the same timestamp, so they are in the same partition. */
  do_not_merge_across_partitions_select_final: 1,
  /** Numbers in metadata are rounded as in PostgreSQL. */
  precise_float_parsing: 1,
} as const
