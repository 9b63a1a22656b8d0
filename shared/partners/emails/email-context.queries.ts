import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentStatus } from '../enrolment.entity.js'
import type { EmailContext } from './status-email.js'

export interface EmailRecipient extends EmailContext {
  to: string
  status: EnrolmentStatus
  groupId: string | null
}

/** Partners of the program, with or without an account: what they are told concerns their links and their money. */
export const recipientsOf = ({ em }: Pick<Scope, 'em'>, programId: string, partnerIds: readonly string[]): Promise<EmailRecipient[]> =>
  em.execute(
    `select p.email as "to", e.status, e.group_id as "groupId", g.name as "programName", g.support_email as "supportEmail",
       g.deactivated_at is not null as "isProgramStopped", pg.name as "groupName"
     from enrolments e join partners p on p.id = e.partner_id join programs g on g.id = e.program_id
     left join partner_groups pg on pg.id = e.group_id
     where e.program_id = ? and e.partner_id = any (array[?]::text[]) and p.email is not null
     order by e.id`,
    [programId, partnerIds],
  )
