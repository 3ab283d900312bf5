import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactsModule } from '#contacts';
import { MembersModule } from '#members';
import { OutcomesModule } from '#outcomes';
import { SmartListsModule } from '#smart-lists';
import { WorkspacesModule } from '#workspaces';

/** The parts of the house, over the ports that the composition root made. */
@Module({})
export class AppModule {
  /** @param ports what every slice may inject: stores, clock, ids, the command decider. */
  static over(ports: readonly Provider[]): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        CqrsModule.forRoot(),
        WorkspacesModule,
        ContactsModule,
        SmartListsModule,
        MembersModule,
        OutcomesModule,
      ],
      providers: [...ports],
      exports: [...ports],
    };
  }
}
