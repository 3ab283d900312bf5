import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * MongoDB's double: mongo-java-server behind a version that the driver accepts.
 * Arguments: PORT (0: any) [FILE]. Says "listening on port N". Ends in good order on SIGTERM, and when its stdin ends, which it
 * does with the process that started it.
 */
public final class Server {
    private static final MongoVersion VERSION = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    };

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        MongoBackend backend = arguments.length > 1
            ? new H2Backend(arguments[1]).version(VERSION)
            : new MemoryBackend().version(VERSION);
        MongoServer server = new MongoServer(backend);
        InetSocketAddress address;
        try {
            server.bind("127.0.0.1", port);
            address = server.getLocalAddress();
        } catch (RuntimeException error) {
            System.err.println("cannot listen on port " + port + ": " + error.getMessage());
            System.exit(1);
            return;
        }
        // Without quiet time: whoever stops the server waits for it.
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        System.out.println("listening on port " + address.getPort());
        while (System.in.read() >= 0) {
            // What is said to it has no meaning; only that it ends.
        }
        System.exit(0);
    }
}
