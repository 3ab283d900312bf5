import com.example.smartlists.ApiClient;
import com.example.smartlists.ApiException;
import com.example.smartlists.api.ContactsApi;
import com.example.smartlists.api.SmartListsApi;
import com.example.smartlists.model.ImportContactsItem;
import com.example.smartlists.model.CreateSmartList;
import com.example.smartlists.model.ImportContacts;
import com.example.smartlists.model.Priority;
import com.example.smartlists.model.Problem;
import com.example.smartlists.model.ErrorCode;
import com.example.smartlists.model.SmartList;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

public class FirstCalls {
  private static final ApiClient CLIENT = new ApiClient();

  public static void main(String[] arguments) throws Exception {
    CLIENT.updateBaseUri(System.getenv("BASE_URL"));
    CLIENT.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    SmartListsApi smartLists = new SmartListsApi(CLIENT);
    ContactsApi contacts = new ContactsApi(CLIENT);

    // A new smart list. The same Idempotency-Key makes the second request safe: it gets the first answer again.
    String name = "Spring " + UUID.randomUUID();
    String key = UUID.randomUUID().toString();
    CreateSmartList body = new CreateSmartList().name(name).priority(Priority.HIGH);
    var created = smartLists.createSmartListWithHttpInfo(body, key, null);
    var again = smartLists.createSmartListWithHttpInfo(body, key, null);
    check(created.getStatusCode() == 201, created);
    check(again.getData().equals(created.getData()), again.getData());
    check(again.getHeaders().get("idempotent-replayed").equals(List.of("true")), again.getHeaders());

    SmartList list = created.getData().getSmartList();
    check(list.getPriority() == Priority.HIGH, list);
    check(allSmartLists(smartLists).contains(list), list);

    // People come under your own ids, so that importing them again makes nobody twice.
    UUID contactId = UUID.randomUUID();
    ImportContactsItem ada = new ImportContactsItem().contactId(contactId).phone("+493012345678").name("Ada");
    ImportContacts batch = new ImportContacts().addContactsItem(ada);
    var imported = contacts.importContacts(batch, null, null);
    check(imported.getCreated() == 1 && imported.getContacts().get(0).getContactId().equals(contactId), imported);
    check(contacts.importContacts(batch, null, null).getUnchanged() == 1, batch);

    // A refusal is a problem document: the code for programs, the detail for people.
    Problem problem = refusal(() -> smartLists.createSmartList(new CreateSmartList().name(name), null, null));
    check(problem.getStatus() == 409 && problem.getCode() == ErrorCode.RESOURCE_CONFLICT, problem);
  }

  /** Every smart list of the workspace, page after page. */
  private static List<SmartList> allSmartLists(SmartListsApi smartLists) throws ApiException {
    List<SmartList> all = new ArrayList<>();
    String token = null;
    do {
      var page = smartLists.listSmartLists(1, token, null);
      all.addAll(page.getSmartLists());
      token = page.getNextPageToken();
    } while (token != null);
    return all;
  }

  private interface Call {
    void run() throws ApiException;
  }

  /** What a call is refused with. */
  private static Problem refusal(Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException exception) {
      return ApiClient.createDefaultObjectMapper().readValue(exception.getResponseBody(), Problem.class);
    }
    throw new AssertionError("It was not refused.");
  }

  private static void check(boolean holds, Object shown) {
    if (!holds) throw new AssertionError(shown);
  }
}
