import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import {
  AnnounceErasureHandler,
  CompleteErasureHandler,
  ConfirmErasureHandler,
  ContactsModule,
  EraseAfterCallHandler,
  EraseAgainHandler,
  EraseCallsHandler,
  ExpirePersonalDataHandler,
  IndexAttributesHandler,
  TellZonesHandler,
} from '#contacts';
import { CallingHoursModule } from '#calling-hours';
import { DialGroupsModule } from '#dial-groups';
import { DialingModule, ExpireCallHandler, TellDueCallbacksHandler } from '#dialing';
import { DoNotCallModule } from '#do-not-call';
import { ExportsModule } from '#exports';
import { Credentials } from '#http';
import { ImportsModule } from '#imports';
import { AdvanceSweepHandler, MembersModule } from '#members';
import { OutcomesModule } from '#outcomes';
import { SmartListsModule } from '#smart-lists';
import { TimelineModule } from '#timeline';
import { ForwardEventsHandler, JudgeHealthHandler, WebhooksModule } from '#webhooks';
import { ParkWorkHandler, WorkspacesModule } from '#workspaces';
import { ClockController } from './clock.controller.js';
import { HeldStreamsController } from './held-streams.controller.js';
import { ParkedController } from './parked/parked.controller.js';
import { ProjectionsController } from './rebuild/projections.controller.js';

/** The handlers of the commands that workers send. */
const OF_WORKERS = [
  AdvanceSweepHandler,
  ExpireCallHandler,
  TellDueCallbacksHandler,
  EraseAfterCallHandler,
  EraseAgainHandler,
  EraseCallsHandler,
  AnnounceErasureHandler,
  ConfirmErasureHandler,
  CompleteErasureHandler,
  ExpirePersonalDataHandler,
  IndexAttributesHandler,
  TellZonesHandler,
  ForwardEventsHandler,
  JudgeHealthHandler,
  ParkWorkHandler,
];

/** The parts of the service, over the ports that the composition root made. */
@Module({})
export class AppModule {
  /**
   * @param ports the providers that every slice may inject: stores, clock, ids, the command decider
   * @param testClock whether the clock can be set
   */
  static over(ports: readonly Provider[], { testClock }: { readonly testClock: boolean }): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        CqrsModule,
        WorkspacesModule,
        ContactsModule,
        DoNotCallModule,
        SmartListsModule,
        CallingHoursModule,
        DialGroupsModule,
        MembersModule,
        ImportsModule,
        OutcomesModule,
        DialingModule,
        WebhooksModule,
        TimelineModule,
        ExportsModule,
      ],
      controllers: [
        ...[HeldStreamsController, ProjectionsController, ParkedController],
        ...(testClock ? [ClockController] : []),
      ],
      providers: [...ports],
      // Dialing brings the queue up to the clock for dry runs of lists.
      exports: [...ports, DialingModule],
    };
  }

  /**
   * A process without the role `api`: health, metrics and the handlers of the commands that workers send. It accepts no
   * key.
   */
  static withoutApi(ports: readonly Provider[]): DynamicModule {
    const nobody = { provide: Credentials, useValue: { authenticate: () => undefined } satisfies Credentials };
    const providers = [...ports, nobody];
    return {
      module: AppModule,
      global: true,
      imports: [CqrsModule],
      providers: [...providers, ...OF_WORKERS],
      exports: providers,
    };
  }
}
