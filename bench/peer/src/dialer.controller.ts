import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { IsIn, IsInt, IsUUID, Max, Min } from 'class-validator';
import { Access, Context, type RequestContext } from './access.js';
import { DialerService } from './dialer.service.js';
import { IdempotentWrites } from './idempotent-writes.js';
import { ID } from './path-id.js';
import { violates } from './problem.js';
import { Optional } from './smart-lists.dto.js';

const RESULTS = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed'] as const;
/** Attempts of a pick that met a contact which another request dialed from another list at the same instant. */
const PICKS = 3;

class NextBody {
  @Optional() @IsInt() @Min(1) @Max(50) limit: number = 1;
  @Optional() @IsUUID() smart_list_id?: string;
}

class EndBody {
  @IsIn(RESULTS) result!: (typeof RESULTS)[number];
}

@Controller()
export class DialerController {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly dialer: DialerService,
  ) {}

  @Post('dialer/next')
  @HttpCode(200)
  @Access('calls:write')
  async next(@Context() context: RequestContext, @Body() { limit, smart_list_id }: NextBody) {
    for (let pick = 1; ; pick += 1) {
      try {
        return await this.writes.run(context, (manager) =>
          this.dialer.next(manager, context.workspaceId, limit, smart_list_id),
        );
      } catch (error) {
        if (pick === PICKS || !violates(error, 'call_in_flight')) throw error;
      }
    }
  }

  @Post('calls/:id/end')
  @HttpCode(200)
  @Access('calls:write')
  end(@Context() context: RequestContext, @Param('id', ID) id: string, @Body() { result }: EndBody) {
    return this.writes.run(context, (manager) => this.dialer.end(manager, context.workspaceId, id, result));
  }
}
