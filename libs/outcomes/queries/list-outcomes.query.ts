import { Query } from '@nestjs/cqrs';

/** GET /phone-system/outcomes: the whole envelope as JSON in UTF-8, outcomes by order, then creation. */
export class ListOutcomes extends Query<Buffer> {
  constructor(readonly workspaceId: string) {
    super();
  }
}
