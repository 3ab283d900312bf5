package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"reflect"

	"firstcalls/smartlists"

	"github.com/google/uuid"
	"github.com/oapi-codegen/nullable"
)

var ctx = context.Background()

func main() {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	}
	api, err := smartlists.NewClientWithResponses(os.Getenv("BASE_URL"), smartlists.WithRequestEditorFn(withKey))
	check(err == nil, err)

	// A new smart list. The same Idempotency-Key makes the second request safe: it gets the first answer again.
	name, key, high := "Spring "+uuid.NewString(), uuid.NewString(), smartlists.PriorityHigh
	body := smartlists.CreateSmartList{Name: name, Priority: &high}
	once := &smartlists.CreateSmartListParams{IdempotencyKey: &key}
	created, err := api.CreateSmartListWithResponse(ctx, once, body)
	check(err == nil && created.JSON201 != nil, created, err)
	again, err := api.CreateSmartListWithResponse(ctx, once, body)
	check(err == nil && reflect.DeepEqual(again.JSON201, created.JSON201), again, err)
	check(again.HTTPResponse.Header.Get("Idempotent-Replayed") == "true", again.HTTPResponse.Header)
	list := created.JSON201.SmartList
	check(list.Priority == high, list)
	check(listed(api, list.SmartListId).Name == name, list)

	// Contacts have your own ids, so that importing them again creates no duplicates.
	contactId := uuid.New()
	adasName := nullable.NewNullableWithValue("Ada")
	ada := smartlists.ImportContactsItem{ContactId: &contactId, Phone: "+493012345678", Name: adasName}
	people := smartlists.ImportContacts{Contacts: []smartlists.ImportContactsItem{ada}}
	imported, err := api.ImportContactsWithResponse(ctx, nil, people)
	check(err == nil && imported.JSON200 != nil && imported.JSON200.Created == 1, imported, err)
	check(imported.JSON200.Contacts[0].ContactId == contactId, imported.JSON200)
	imported, err = api.ImportContactsWithResponse(ctx, nil, people)
	check(err == nil && imported.JSON200 != nil && imported.JSON200.Unchanged == 1, imported, err)

	// A refusal is a problem document: Code for programs, Detail for people.
	refused, err := api.CreateSmartListWithResponse(ctx, nil, smartlists.CreateSmartList{Name: name})
	check(err == nil && refused.ApplicationproblemJSON409 != nil, refused, err)
	problem := refused.ApplicationproblemJSON409
	check(problem.Status == 409 && problem.Code == smartlists.ErrorCodeResourceConflict, problem)
}

// listed finds a smart list among those of the workspace, page after page.
func listed(api *smartlists.ClientWithResponses, id uuid.UUID) (found smartlists.SmartList) {
	one := 1
	params := &smartlists.ListSmartListsParams{PageSize: &one}
	for {
		page, err := api.ListSmartListsWithResponse(ctx, params)
		check(err == nil && page.JSON200 != nil, page, err)
		for _, list := range page.JSON200.SmartLists {
			if list.SmartListId == id {
				found = list
			}
		}
		token, err := page.JSON200.NextPageToken.Get()
		if err != nil {
			return found
		}
		params.PageToken = &token
	}
}

// check ends the program where something is not as it must be, and shows it.
func check(holds bool, shown ...any) {
	if !holds {
		log.Panicf("%+v", shown)
	}
}
