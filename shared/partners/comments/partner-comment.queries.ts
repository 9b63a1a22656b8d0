/** SQL of comments on partners. */
import type { Scope } from '../../kernel/scope.js'

export interface PartnerCommentRow {
  id: string
  userId: string | null
  userName: string | null
  userImage: string | null
  text: string
  createdAt: string
  updatedAt: string
}

/** Comments on an enrolment with their authors, newest first; of one comment if `id` is given. */
export async function partnerCommentsOf(
  { em }: Pick<Scope, 'em'>,
  enrolmentId: string,
  { id = null, page = 1, pageSize = 1 }: { id?: string | null; page?: number | undefined; pageSize?: number },
): Promise<PartnerCommentRow[]> {
  return em.execute(
    `select c.id, c.user_id as "userId", u.name as "userName", u.image as "userImage", c.text, c.created_at as "createdAt",
       c.updated_at as "updatedAt"
     from partner_comments c left join users u on u.id = c.user_id
     where c.enrolment_id = ? and (?::text is null or c.id = ?) order by c.id desc limit ? offset ?`,
    [enrolmentId, id, id, pageSize, (page - 1) * pageSize],
  )
}
