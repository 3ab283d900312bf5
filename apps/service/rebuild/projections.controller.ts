import { Body, Controller, Inject } from '@nestjs/common';
import { type AnswerOf, Context, Endpoint, type RequestContext } from '#http';
import { ProjectionsAnswer, RebuildAnswer, RebuildBody } from './projections.dto.js';
import { Projections } from './projections.js';
import type { RebuildStatus } from './rebuild-run.js';

/** What is folded from the log, for the holder of the admin token (docs/how-to/rebuild-the-rows.md). */
@Controller()
export class ProjectionsController {
  constructor(@Inject(Projections) private readonly projections: Projections) {}

  @Endpoint({
    method: 'GET',
    path: '/admin/projections',
    readsRows: false,
    admin: true,
    summary: 'Show how far the projections are',
    description:
      'As the process that answers sees it. A follower that is stalled does not fold; a head that is stalled waits for the event store.',
    success: { status: 200, type: ProjectionsAnswer },
  })
  async getProjections(): Promise<AnswerOf<ProjectionsAnswer>> {
    const { projections } = this;
    const [followers, state] = await Promise.all([projections.followers(), projections.rebuilds()]);
    return {
      ok: true,
      followers: [...followers],
      heads: projections.heads(),
      rows_made_by: state.madeBy ?? null,
      can_go_back: state.canGoBack,
      rebuild: state.rebuild ? present(state.rebuild) : null,
    };
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/projections/rebuild',
    admin: true,
    summary: 'Rebuild the rows from the log',
    description:
      'Folds the log into new rows beside those that are served, compares both while they move, and serves the new ones in one step. Rows that differ are named, and nothing is exchanged unless `force` is true. Reads and writes go on meanwhile. One that a process has left unfinished goes on in the next one.',
    success: { status: 202, type: RebuildAnswer },
    errors: ['resource_conflict'],
  })
  async rebuildProjections(
    @Context() context: RequestContext,
    @Body() { force = false }: RebuildBody,
  ): Promise<AnswerOf<RebuildAnswer>> {
    return { ok: true, rebuild: present(await this.projections.start({ by: context.actor.id, force })) };
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/projections/back',
    admin: true,
    summary: 'Serve the rows before the last rebuild again',
    description:
      'They are brought to the end of the log first. They are kept until the next rebuild or the next erasure of personal data, on the embedded pair until the next start, and on MongoDB for a day.',
    success: { status: 202, type: RebuildAnswer },
    errors: ['resource_conflict'],
  })
  async goBackToRowsBefore(@Context() context: RequestContext): Promise<AnswerOf<RebuildAnswer>> {
    return { ok: true, rebuild: present(await this.projections.back({ by: context.actor.id })) };
  }
}

function present({ differences, ...status }: RebuildStatus): AnswerOf<RebuildAnswer>['rebuild'] {
  return {
    ...status,
    differences: differences.map(({ key, fields, ...each }) => ({ ...each, key: [...key], fields: [...fields] })),
  };
}
