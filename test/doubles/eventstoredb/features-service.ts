import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { randomUUID } from 'node:crypto';

type Answer<Message> = (error: null, message: Message) => void;

/** The server's description of itself: its methods, and itself as the only node and leader of its cluster. */
export class FeaturesService {
  /**
   * @param version as a server reports it, '23.10.6.0'
   * @param port the port that clients connect to
   */
  constructor(
    private readonly version: string,
    private readonly port: () => number,
  ) {}

  readonly getSupportedMethods = (_call: unknown, answer: Answer<SupportedMethods>): void => {
    const methods = new features.SupportedMethods();
    methods.setEventStoreServerVersion(this.version);
    for (const { path } of Object.values(streamsService.StreamsService) as { path: string }[]) {
      const [, service = '', name = ''] = path.split('/');
      const method = new features.SupportedMethod();
      method.setServiceName(service);
      method.setMethodName(name.toLowerCase());
      methods.addMethods(method);
    }
    answer(null, methods);
  };

  readonly gossip = (_call: unknown, answer: Answer<ClusterInfo>): void => {
    const at = new gossip.EndPoint();
    at.setAddress('127.0.0.1');
    at.setPort(this.port());
    const id = new shared.UUID();
    id.setString(randomUUID());
    const member = new gossip.MemberInfo();
    member.setInstanceId(id);
    member.setState(gossip.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(at);
    const cluster = new gossip.ClusterInfo();
    cluster.addMembers(member);
    answer(null, cluster);
  };
}
